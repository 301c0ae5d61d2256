// Connections of graphs.

#include <AudioToolbox/AUGraph.h>

#include "../check.h"

int main(void)
{
    AUNodeInteraction interaction;
    AUNode node = 1;

    memset(&interaction, 0, sizeof interaction);
    interaction.nodeInteractionType = kAUNodeInteraction_InputCallback;
    interaction.nodeInteraction.inputCallback.destNode = node;
    interaction.nodeInteraction.inputCallback.cback.inputProcRefCon = &node;
    CHECK(interaction.nodeInteractionType == 2 && kAUNodeInteraction_Connection == 1);
    CHECK(interaction.nodeInteraction.connection.sourceNode == 1);
    CHECK(sizeof(AUNodeConnection) == 16 && kAUGraphErr_NodeNotFound == -10860);
    CHECK(kAUGraphErr_OutputNodeErr == -10862 && kAUGraphErr_InvalidAudioUnit == -10864);
    return 0;
}
