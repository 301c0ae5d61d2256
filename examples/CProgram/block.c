// Vibrates, then runs a block, on a queue of its own.

#include <AudioToolbox/AudioToolbox.h>

#include <semaphore.h>
#include <stdio.h>

static sem_t ended;

int main(void)
{
    sem_init(&ended, 0, 0);
    AudioServicesPlaySystemSoundWithCompletion(kSystemSoundID_Vibrate, ^{
        printf("the vibration has ended\n");
        sem_post(&ended);
    });
    sem_wait(&ended);
    return 0;
}
