#pragma once

// Graphs of audio units that end in an output unit.
//
// Any thread. Changes of a graph that is initialised are pending until `AUGraphUpdate`, and are
// heard together.

#include <AudioToolbox/AUComponent.h>
#include <AudioToolbox/AudioUnitProperties.h>

SORI_BEGIN_DECLARATIONS

/// A handle of a graph.
typedef struct OpaqueAUGraph *AUGraph;
/// The number of a node of a graph, from 1.
typedef int32_t AUNode;

/// Statuses of graphs.
SORI_CONSTANTS(OSStatus) {
    /// The graph has no such node.
    kAUGraphErr_NodeNotFound = -10860,
    /// The connection is impossible: the input is taken, or the units would form a circle.
    kAUGraphErr_InvalidConnection = -10861,
    /// The graph has no output unit, or would have two.
    kAUGraphErr_OutputNodeErr = -10862,
    /// This cannot be done now, as within rendering.
    kAUGraphErr_CannotDoInCurrentContext = -10863,
    /// The unit cannot be used in a graph.
    kAUGraphErr_InvalidAudioUnit = -10864,
};

/// What leads to a node's input.
SORI_CONSTANTS(uint32_t) {
    /// Another node.
    kAUNodeInteraction_Connection = 1,
    /// A callback of the app's.
    kAUNodeInteraction_InputCallback = 2,
};

/// A connection of two nodes.
struct AudioUnitNodeConnection {
    AUNode sourceNode;
    uint32_t sourceOutputNumber;
    AUNode destNode;
    uint32_t destInputNumber;
};
typedef struct AudioUnitNodeConnection AudioUnitNodeConnection;
typedef struct AudioUnitNodeConnection AUNodeConnection;

/// A callback that a node's input has.
struct AUNodeRenderCallback {
    AUNode destNode;
    AudioUnitElement destInputNumber;
    AURenderCallbackStruct cback;
};
typedef struct AUNodeRenderCallback AUNodeRenderCallback;

/// A connection or a callback of a node.
struct AUNodeInteraction {
    /// As `kAUNodeInteraction_Connection`.
    uint32_t nodeInteractionType;
    union {
        AUNodeConnection connection;
        AUNodeRenderCallback inputCallback;
    } nodeInteraction;
};
typedef struct AUNodeInteraction AUNodeInteraction;

// MARK: Graphs and nodes

/// Makes a graph.
OSStatus NewAUGraph(AUGraph *outGraph);

/// Stops a graph and disposes of it and its units.
OSStatus DisposeAUGraph(AUGraph inGraph);

/// Adds a node for a unit of the description, which is made when the graph is open.
OSStatus AUGraphAddNode(
    AUGraph inGraph, const AudioComponentDescription *inDescription, AUNode *outNode);

/// Removes a node with its connections.
OSStatus AUGraphRemoveNode(AUGraph inGraph, AUNode inNode);

/// Gets the number of nodes.
OSStatus AUGraphGetNodeCount(AUGraph inGraph, uint32_t *outNumberOfNodes);

/// Gets a node by its index.
OSStatus AUGraphGetIndNode(AUGraph inGraph, uint32_t inIndex, AUNode *outNode);

/// Gets a node's description, and its unit: NULL unless the graph is open. Either pointer may be
/// NULL.
OSStatus AUGraphNodeInfo(
    AUGraph inGraph, AUNode inNode, AudioComponentDescription *outDescription,
    AudioUnit *outAudioUnit);

/// Adds a graph as a node, on desktop computers: fails with -10864 here.
OSStatus AUGraphNewNodeSubGraph(AUGraph inGraph, AUNode *outNode);

/// Gets the graph of a node: fails with -10864 here.
OSStatus AUGraphGetNodeInfoSubGraph(AUGraph inGraph, AUNode inNode, AUGraph *outSubGraph);

// MARK: Connections

/// Connects an output of a node to an input of another one.
OSStatus AUGraphConnectNodeInput(
    AUGraph inGraph, AUNode inSourceNode, uint32_t inSourceOutputNumber, AUNode inDestNode,
    uint32_t inDestInputNumber);

/// Gives an input of a node a callback as its source.
OSStatus AUGraphSetNodeInputCallback(
    AUGraph inGraph, AUNode inDestNode, uint32_t inDestInputNumber,
    const AURenderCallbackStruct *inInputCallback);

/// Takes the source of an input away.
OSStatus AUGraphDisconnectNodeInput(
    AUGraph inGraph, AUNode inDestNode, uint32_t inDestInputNumber);

/// Takes the sources of all inputs away.
OSStatus AUGraphClearConnections(AUGraph inGraph);

/// Gets the number of connections and callbacks.
OSStatus AUGraphGetNumberOfInteractions(AUGraph inGraph, uint32_t *outNumInteractions);

/// Gets a connection or callback by its index.
OSStatus AUGraphGetInteractionInfo(
    AUGraph inGraph, uint32_t inInteractionIndex, AUNodeInteraction *outInteraction);

/// Gets the number of connections and callbacks of a node.
OSStatus AUGraphCountNodeInteractions(
    AUGraph inGraph, AUNode inNode, uint32_t *outNumInteractions);

/// Gets connections and callbacks of a node. `ioNumInteractions` holds the room, then the number.
OSStatus AUGraphGetNodeInteractions(
    AUGraph inGraph, AUNode inNode, uint32_t *ioNumInteractions,
    AUNodeInteraction *outInteractions);

// MARK: Running

/// Makes the units of all nodes.
OSStatus AUGraphOpen(AUGraph inGraph);

/// Disposes of the units of all nodes.
OSStatus AUGraphClose(AUGraph inGraph);

/// Initialises the units that are connected. The graph must be open.
OSStatus AUGraphInitialize(AUGraph inGraph);

/// Undoes the initialisation.
OSStatus AUGraphUninitialize(AUGraph inGraph);

/// Starts the output unit.
OSStatus AUGraphStart(AUGraph inGraph);

/// Stops the output unit.
OSStatus AUGraphStop(AUGraph inGraph);

/// Gets the share of the time that rendering takes, from 0 to 1.
OSStatus AUGraphGetCPULoad(AUGraph inGraph, float *outAverageCPULoad);

/// Gets the largest share since the last call.
OSStatus AUGraphGetMaxCPULoad(AUGraph inGraph, float *outMaxLoad);

// Swift sees the following functions from the module AudioToolbox, with callbacks that may run on
// any thread and Booleans of its own.
#ifndef __swift__

/// Whether a node is a graph: never here.
OSStatus AUGraphIsNodeSubGraph(AUGraph inGraph, AUNode inNode, Boolean *outFlag);

/// Makes pending changes: with NULL, waits until they are heard; otherwise tells whether they are.
OSStatus AUGraphUpdate(AUGraph inGraph, Boolean *outIsUpdated);

/// Gets whether the graph is open.
OSStatus AUGraphIsOpen(AUGraph inGraph, Boolean *outIsOpen);

/// Gets whether the graph is initialised.
OSStatus AUGraphIsInitialized(AUGraph inGraph, Boolean *outIsInitialized);

/// Gets whether the graph runs.
OSStatus AUGraphIsRunning(AUGraph inGraph, Boolean *outIsRunning);

/// Adds a callback that is called before and after each rendering of the output unit.
OSStatus AUGraphAddRenderNotify(AUGraph inGraph, AURenderCallback inCallback, void *inRefCon);

/// Removes a callback that was added with the same user data.
OSStatus AUGraphRemoveRenderNotify(AUGraph inGraph, AURenderCallback inCallback, void *inRefCon);

#endif

SORI_END_DECLARATIONS
