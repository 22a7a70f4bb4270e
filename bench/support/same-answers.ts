/** Whether servers that are compared answer the same. */
import type { Contender } from './measure.ts'

/**
 * Asks each for the first of its requests: all of them must answer the same rows, or the comparison means nothing.
 * @throws Error with the beginning of each answer
 */
export async function assertSameAnswers(same: readonly Contender[]): Promise<void> {
  const answers = await Promise.all(
    same.map(async ({ url, requests: [request] }) => {
      const answer = await fetch(`${url}${request?.path}`, { headers: request?.headers ?? {} })
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}: ${text.slice(0, 1000)}`)
      const { data } = JSON.parse(text) as { data: { list: Record<string, unknown>[]; total: number } }
      return JSON.stringify({ total: data.total, rows: data.list.map(withoutWords) })
    }),
  )
  if (new Set(answers).size !== 1)
    throw new Error(`the servers answer differently:\n${answers.map((text) => text.slice(0, 500)).join('\n')}`)
}

/** A bare server has no words for the members of a choice. */
const withoutWords = (row: Record<string, unknown>) => Object.fromEntries(Object.entries(row).filter(([name]) => !name.endsWith('Cn')))
