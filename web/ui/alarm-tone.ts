/** A tone for new alarms. */

/** Hertz, and seconds each. */
const TONES = [880, 660] as const
const LENGTH = 0.18

/** Plays the tone of alarms once; a browser plays nothing before somebody has pressed something. */
export function playTone(): void {
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
