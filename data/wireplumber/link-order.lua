-- Sori: WirePlumber links a new stream once the device service has decided about it.
--
-- The service is a client of PipeWire with the property sori.link-order. For each stream it writes
-- the serial of the node (object.serial) to the metadata "default", under the node's id and the key
-- "sori.decided". It has silenced the stream before, where that is its decision, and PipeWire keeps
-- the order: what is linked then is silent.
--
-- Without that client nothing waits. When it goes, what waits is linked at once. When it does not
-- answer in time, the stream is linked, and so are all others until it answers again.
--
-- For WirePlumber 0.4 and 0.5.

-- How long a stream waits for the service, in milliseconds.
local limit = 500

-- The streams that the service decides about.
local classes = { ["Stream/Output/Audio"] = true, ["Stream/Input/Audio"] = true }

-- Globals, which live as long as the script: metadata_om, services_om, streams_om, items_om.

-- The serials of the streams that may be linked, by the ids of their nodes, which are used again.
local decided = {}
-- The streams that wait, by the ids of their nodes: serial, timer.
local waiting = {}
-- Whether the service is one that has not answered in time.
local is_late = false
-- Links a stream that has waited, by its node's id.
local resume

local function finish (id)
  local stream = waiting [id]
  if stream then
    waiting [id] = nil
    decided [id] = stream.serial
    stream.timer:destroy ()
    resume (id)
  end
end

local function finish_all ()
  local ids = {}
  for id in pairs (waiting) do
    table.insert (ids, id)
  end
  for _, id in ipairs (ids) do
    finish (id)
  end
end

-- Whether the stream of an item waits. One that does not wait now never will.
local function must_wait (properties)
  local id = tonumber (properties ["node.id"])
  local serial = properties ["object.serial"]
  if not id or not serial or not classes [properties ["media.class"]] then
    return false
  end
  if decided [id] == serial then
    return false
  end
  if waiting [id] and waiting [id].serial == serial then
    return true
  end
  if is_late or services_om:get_n_objects () == 0 or metadata_om:get_n_objects () == 0 then
    decided [id] = serial
    return false
  end
  -- One that has gone while it waited.
  finish (id)
  local name = tostring (properties ["node.name"])
  waiting [id] = {
    serial = serial,
    timer = Core.timeout_add (limit, function ()
      is_late = true
      Log.warning (string.format (
          "sori: no answer of the device service in %d ms: %s (%d) is linked without it",
          limit, name, id))
      finish (id)
      return false
    end),
  }
  return true
end

local function observe_services ()
  services_om = ObjectManager {
    Interest {
      type = "client",
      Constraint { "sori.link-order", "=", "true", type = "pw" },
    }
  }
  services_om:connect ("object-added", function ()
    is_late = false
  end)
  services_om:connect ("object-removed", function (services)
    if services:get_n_objects () == 0 then
      finish_all ()
    end
  end)
  services_om:activate ()
end

local function observe_streams ()
  streams_om = ObjectManager {
    Interest {
      type = "node",
      Constraint { "media.class", "#", "Stream/*", type = "pw-global" },
    }
  }
  streams_om:connect ("object-removed", function (_, node)
    finish (node ["bound-id"])
  end)
  streams_om:activate ()
end

local function observe_decisions ()
  metadata_om = ObjectManager {
    Interest {
      type = "metadata",
      Constraint { "metadata.name", "=", "default" },
    }
  }
  metadata_om:connect ("object-added", function (_, metadata)
    metadata:connect ("changed", function (_, subject, key, _, value)
      if key ~= "sori.decided" or not value then
        return
      end
      is_late = false
      decided [subject] = value
      if waiting [subject] and waiting [subject].serial == value then
        finish (subject)
      end
    end)
    -- So that the service knows.
    metadata:set (0, "sori.link-order", "Spa:String", tostring (limit))
  end)
  metadata_om:activate ()
end

-- WirePlumber 0.5 looks for the target of each stream by an event, which ends here while it waits.
local function start_with_hooks ()
  local source
  resume = function ()
    source:call ("schedule-rescan", "linking")
  end
  SimpleEventHook {
    name = "sori/link-order",
    before = { "linking/find-defined-target", "linking/prepare-link" },
    interests = {
      EventInterest {
        Constraint { "event.type", "=", "select-target" },
      },
    },
    execute = function (event)
      source = event:get_source ()
      if must_wait (event:get_subject ().properties) then
        event:stop_processing ()
      end
    end
  }:register ()
end

-- WirePlumber 0.4 has no hooks. Its policy links nothing while an item is registered and not
-- active, since that is being made ready. A stream that waits has such an item, its gate.
local function start_with_gates ()
  local gates = {}
  -- The streams with items that have become active while there was a gate.
  local skipped = {}

  local function find_active (id)
    return items_om:lookup {
      Constraint { "node.id", "=", tostring (id) },
      Constraint { "active-features", "!", 0, type = "gobject" },
    }
  end

  resume = function (id)
    if not gates [id] then
      return
    end
    gates [id]:remove ()
    gates [id] = nil
    if next (gates) then
      return
    end
    -- The policy looks at all items when one of them is registered again. One that is not active yet
    -- will be.
    local ids = skipped
    skipped = {}
    for id in pairs (ids) do
      local item = find_active (id)
      if item then
        item:remove ()
        item:register ()
        return
      end
    end
  end

  local function hold (item, properties)
    local id = tonumber (properties ["node.id"])
    local gate = SessionItem ("si-node")
    if gate:configure {
      ["item.node"] = item:get_associated_proxy ("node"),
      ["item.node.type"] = "gate",
      ["node.id"] = id,
    } then
      gates [id] = gate
      gate:register ()
    else
      finish (id)
    end
  end

  items_om = ObjectManager {
    Interest {
      type = "SiLinkable",
      Constraint { "item.node.type", "=", "stream" },
      Constraint { "media.type", "=", "Audio" },
    }
  }
  -- An item is registered before it is made ready, and again when it is active.
  items_om:connect ("object-added", function (_, item)
    local properties = item.properties
    local id = tonumber (properties ["node.id"])
    if not gates [id] and must_wait (properties) then
      hold (item, properties)
    elseif next (gates) then
      skipped [id] = true
    end
  end)
  items_om:activate ()
end

-- An error here would end WirePlumber, which does without this script then.
local is_started, problem = pcall (function ()
  observe_decisions ()
  observe_services ()
  observe_streams ()
  if SimpleEventHook then
    start_with_hooks ()
  else
    start_with_gates ()
  end
end)
if not is_started then
  Log.warning ("sori: streams do not wait: " .. tostring (problem))
end
