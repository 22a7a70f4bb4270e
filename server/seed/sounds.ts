/** Sounds of the demonstration, worked out and not recorded: four seconds, 8 bits at 8 kHz. */
const RATE = 8000
const SECONDS = 4

const voices = {
  /** Water that leaves a pipe: noise, without its deep part, that swells a little. */
  leak: (at: number, noise: number, before: number) => 0.5 * (noise - before) * (1 + 0.2 * Math.sin(2 * Math.PI * 1.5 * at)),
  /** A pump with a worn bearing: the hum of the motor, and a knock at each turn. */
  pump: (at: number, noise: number) =>
    0.35 * Math.sin(2 * Math.PI * 100 * at) + 0.15 * Math.sin(2 * Math.PI * 200 * at) + 0.4 * noise * Math.exp(-60 * (at % 0.12)),
} as const
export type Voice = keyof typeof voices

/** As a RIFF WAVE file. The same voice is always the same bytes. */
export function soundOf(voice: Voice): Buffer {
  const samples = Buffer.alloc(RATE * SECONDS)
  let state = 1
  let before = 0
  for (let at = 0; at < samples.length; at += 1) {
    // A linear congruence (Numerical Recipes): noise enough for the ear.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const noise = state / 2 ** 31 - 1
    samples[at] = Math.max(0, Math.min(255, Math.round(128 + 100 * voices[voice](at / RATE, noise, before))))
    before = noise
  }
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  for (const [value, at, bytes] of [
    [16, 16, 4],
    [1, 20, 2],
    [1, 22, 2],
    [RATE, 24, 4],
    [RATE, 28, 4],
    [1, 32, 2],
    [8, 34, 2],
  ] as const)
    head.writeUIntLE(value, at, bytes)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}
