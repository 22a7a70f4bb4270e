/**
 * A process tried before it is deployed: with data, people and a clock of its own, on the core that the server runs. Variables are set; what
 * would reach anybody or anything outside is noted. Pure, for browser and server.
 */
import type { Act, Scene, SimulationInput } from './scene.ts'
import { SimulatedInstance } from './simulated-instance.ts'

/** Acts of one simulation. */
export const MAX_ACTS = 500

/** What the process is like when it has begun, and after each of the acts. An act that does not fit changes nothing, and says why. */
export function simulate(input: SimulationInput, acts: readonly Act[]): readonly Scene[] {
  const instance = new SimulatedInstance(input)
  return [instance.begin(), ...acts.slice(0, MAX_ACTS).map((act) => instance.act(act))]
}
