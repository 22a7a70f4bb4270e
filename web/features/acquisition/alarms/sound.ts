/** A tone for new alarms, for whoever wants one: off at first, remembered for each user of this browser. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { alarms } from '../../../../model/index.ts'
import { listOf } from '../../../kernel/http/resource-client.ts'
import { useSession } from '../../../kernel/session/session-store.ts'

/** Whether new alarms are heard on this device, and how to turn that. */
export function useSound(): { readonly isOn: boolean; readonly turn: () => void } {
  const { user } = useSession()
  const key = `alarm-sound:${user.id}`
  const [isOn, setOn] = useState(() => localStorage.getItem(key) === 'on')
  const before = useRef<number>(undefined)
  const { data } = useQuery({
    ...listOf(alarms, { alarmState: 'unacknowledged', currentPage: 1, pageSize: 1 }, { quiet: true }),
    enabled: isOn,
  })
  // Of very many there is no number that one more would be seen by.
  const total = isOn && data?.totalIs === 'exact' ? data.total : undefined
  useEffect(() => {
    if (total !== undefined && before.current !== undefined && total > before.current) play()
    before.current = total
  }, [total])
  return {
    isOn,
    turn() {
      if (isOn) localStorage.removeItem(key)
      else {
        localStorage.setItem(key, 'on')
        // So it is known how it sounds; and a browser plays nothing before somebody has pressed something.
        play()
      }
      setOn(!isOn)
    },
  }
}

/** Hertz, and seconds each. */
const TONES = [880, 660] as const
const LENGTH = 0.18

function play(): void {
  const context = new AudioContext()
  const volume = context.createGain()
  volume.gain.value = 0.15
  volume.connect(context.destination)
  TONES.forEach((frequency, at) => {
    const tone = context.createOscillator()
    tone.frequency.value = frequency
    tone.connect(volume)
    tone.start(context.currentTime + at * LENGTH)
    tone.stop(context.currentTime + (at + 1) * LENGTH)
    if (at === TONES.length - 1) tone.addEventListener('ended', () => void context.close())
  })
}
