/** One question to one Modbus TCP device, over a connection of its own. */
import type { Answer, Question } from './connection.ts'
import { openConnection } from './connection.ts'

/**
 * The answer of one unit to one request, over a connection of its own.
 * @param limitMs For connection and answer together. `silent` as well where nobody listens.
 */
export async function readOnce(
  { address, port }: { readonly address: string; readonly port: number },
  question: Question,
  limitMs: number,
): Promise<Answer> {
  const began = performance.now()
  const connection = await openConnection(address, port, limitMs)
  if (!connection) return { silent: true }
  const answer = await connection.ask(question, Math.max(1, limitMs - (performance.now() - began)))
  connection.close()
  return answer
}
