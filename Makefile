# Everything there is to run. `make` alone shows the list.

SHELL := /bin/bash
MAKEFLAGS += --no-builtin-rules --no-print-directory
STEP := scripts/step

# The tests and what is installed share one build: tests run several times faster than in a debug
# build, and everything is compiled once.
RELEASE := scripts/build -c release --scratch-path .build-release
SORI := .build-release/release/sori
BENCHMARKS := .build-release/release/Benchmarks

# The demo uses the release build where there is one. Where there is none it makes one of its own that
# is not optimised: that takes two minutes instead of ten, and the stories ten seconds more.
DEMO := $(if $(wildcard $(SORI)),.build-release,.build-demo)
DEMO_BUILD := scripts/build -c release $(if $(wildcard $(SORI)),,-Xswiftc -Onone) --scratch-path $(DEMO)

# Programs that crash are part of the tests: their signals are theirs.
ASAN := ASAN_OPTIONS=handle_segv=0 LSAN_OPTIONS=suppressions=$(CURDIR)/scripts/no-leaks.txt:print_suppressions=0

# How long `make fuzz` works on each container.
FUZZ_SECONDS ?= 60

# Where `make install` puts Sori, and `make uninstall` looks for it. Packages stage it in DESTDIR.
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INSTALL := scripts/install --prefix '$(PREFIX)' --libdir '$(LIBDIR)' --destdir '$(DESTDIR)'

.PHONY: help setup setup-demo setup-deb setup-check build demo docs site sounds install uninstall deb \
    test-packages test-systems test-environments test check soak-device bench fuzz lint clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-17s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install the Debian packages that are missing
	@scripts/setup

setup-demo:
	@scripts/setup --for demo

setup-deb:
	@scripts/setup --for deb

setup-check:
	@scripts/setup --for check

build: setup ## Build everything, for debugging
	@$(STEP) 'Debug build' scripts/build --build-tests

demo: sounds ## Run the four stories into out/; PLAY=1 plays them too
	@$(STEP) 'Build of sori' $(DEMO_BUILD) --product sori
	@PLAY='$(PLAY)' scripts/demo $(DEMO)/release/sori

docs: sounds ## Make the pictures of docs/images (chromium)
	@$(STEP) 'Release build of sori' $(RELEASE) --product sori
	@$(STEP) 'Pictures' scripts/make-docs $(SORI)

site: setup ## The documentation as pages, in out/site
	@$(STEP) 'Release build' $(RELEASE)
	@$(STEP) 'Site of the documentation' scripts/make-site out/site

sounds: setup-demo
	@scripts/prepare-sounds

install: ## Install into PREFIX (/usr/local); DESTDIR, LIBDIR
	@$(INSTALL)

uninstall: ## Remove what `make install` installed
	@$(INSTALL) --uninstall

deb: setup-deb ## Make sori, libsori0, libsori-dev in out/deb
	@scripts/deb

test-packages: setup ## Use the packages in a clean Debian without Swift
	@$(STEP) 'Packages' scripts/test-packages

test-systems: ## All of it on clean Debian 12, 13, testing; hours
	@scripts/test-systems

test-environments: ## The tests as other users, locales; an hour
	@scripts/test-environments

test: setup ## All that must pass before a push; VERBOSE=1 shows it
	@scripts/announce test
	@$(MAKE) lint
	@scripts/prepare-sounds
	@$(STEP) 'Release build' $(RELEASE) --build-tests # 10 min
	@$(STEP) 'Tests' scripts/run-tests --skip '^(DBus|DeviceEvents|ForegroundWindows|MediaControls|MusicService|DeviceService)Tests|PlayerProcessTests' # 200 s
	@$(STEP) 'Over D-Bus, and with windows' scripts/run-tests --filter '^(DBus|DeviceEvents|ForegroundWindows|MediaControls|MusicService|DeviceService)Tests|PlayerProcessTests' # 65 s
	@$(STEP) 'Render-thread tests' scripts/test-render # 10 s
	@$(STEP) 'Instructions of the mixer' scripts/test-instructions # 25 s
	@$(STEP) 'Memory of files of 4 GB' $(BENCHMARKS) files --memory --check # 10 s
	@$(STEP) 'Memory of 100,000 queues' $(BENCHMARKS) queue --only 'disposed of' --check # 5 s
	@$(STEP) 'A hundred random phones' $(SORI) fuzz --seeds 100 --out out # 10 s
	@$(STEP) 'Pictures are up to date' scripts/make-docs --check $(SORI) # 5 s
	@$(STEP) 'Report in a browser' scripts/test-report $(SORI) # 45 s
	@$(STEP) 'Scenario library' scripts/test-scenarios $(SORI) # 10 s
	@$(STEP) 'Through PipeWire' scripts/test-pipewire # 200 s
	@$(STEP) 'Device service' scripts/test-device $(SORI) # 45 s
	@$(STEP) 'From C' scripts/test-c-program # 40 s
	@$(STEP) 'As a dependency, and without libraries' scripts/test-consumer # 330 s

check: setup-check ## Sanitizers, no libraries, fuzzing; an hour
	@$(STEP) 'Build for the address sanitizer' \
	    scripts/build --sanitize=address --scratch-path .build-asan --build-tests
	@SWIFT_BACKTRACE=enable=no $(ASAN) $(STEP) 'Address sanitizer' \
	    scripts/run-tests --products .build-asan/debug
	@$(STEP) 'Thread sanitizer' scripts/test-threads
	@PKG_CONFIG_LIBDIR=/nonexistent $(STEP) 'Build without libraries' \
	    scripts/build --disable-default-traits --scratch-path .build-bare --build-tests
	@$(STEP) 'Tests without libraries' scripts/run-tests --products .build-bare/debug
	@$(STEP) 'Release build' $(RELEASE)
	@$(STEP) 'C headers in all modes of C and C++' scripts/test-c-program --all-modes # 300 s
	@$(STEP) 'Site of the documentation' scripts/make-site out/site
	@$(STEP) 'Kernels on other processors' scripts/test-processors
	@$(STEP) 'Ten thousand random phones' $(SORI) fuzz --seeds 10000 --out out
	@$(MAKE) fuzz FUZZ_SECONDS=600

soak-device: setup ## Kill the device service 400 times; an hour
	@$(STEP) 'Release build of sori' $(RELEASE) --product sori
	@$(STEP) 'Device service' scripts/test-device --rounds 200 --starts 200 --acts 500 --minutes 60 $(SORI)

bench: setup ## Speed and memory beside peers; ARGS="files --check"
	@$(STEP) 'Release build of the benchmarks' $(RELEASE) --product Benchmarks
	@$(STEP) 'Other mixers' scripts/bench-peers out/peers
	@mkdir -p out && $(BENCHMARKS) --out out $(ARGS)

fuzz: setup ## Fuzz each container for FUZZ_SECONDS (60)
	@$(STEP) 'Fuzzing, $(FUZZ_SECONDS) s a container' scripts/fuzz $(FUZZ_SECONDS)

lint: ## Format and shell syntax, changing nothing
	@$(STEP) 'Format' swift format lint --strict -r Sources Tests Benchmarks Package.swift examples \
	    $(wildcard fuzz/Package.swift fuzz/Sources)
	@$(STEP) 'Shell syntax' bash -c \
	    'for f in scripts/*.sh $$(grep -lE "^#!/bin/(ba)?sh" scripts/* .ci/run); do bash -n "$$f" || exit; done'
	@$(STEP) 'Counts and index of the facts' scripts/facts-index --check
	@$(STEP) 'Map of the modules' scripts/modules-page --check

clean: ## Remove everything that was built or made
	rm -rf .build .build-* fuzz/.build out examples/sounds
