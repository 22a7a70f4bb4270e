/** How somebody wants to be told of new alarms on whatever page they are: by a message, by a tone. Remembered for each user of this browser. */
import { useSyncExternalStore } from 'react'
import { useSession } from '../../kernel/session/session-store.ts'

export type AlarmChoice = 'toast' | 'sound'

/** A tone is for whoever asks for one. */
const USUAL: Readonly<Record<AlarmChoice, boolean>> = { toast: true, sound: false }
const keyOf = (userId: string, choice: AlarmChoice) => `alarm-${choice}:${userId}`

const listeners = new Set<() => void>()
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether it is on, and what turns it. */
export function useAlarmChoice(choice: AlarmChoice): readonly [isOn: boolean, turn: () => void] {
  const { user } = useSession()
  const key = keyOf(user.id, choice)
  const isOn = useSyncExternalStore(subscribe, () => {
    const stored = localStorage.getItem(key)
    return stored === null ? USUAL[choice] : stored === 'on'
  })
  return [
    isOn,
    () => {
      localStorage.setItem(key, isOn ? 'off' : 'on')
      for (const listener of listeners) listener()
    },
  ]
}
