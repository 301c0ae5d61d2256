// The pull graph: nodes, buses, formats and connections, compiled to plans that render.
