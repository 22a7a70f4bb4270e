/** Who may start a process, as clients of this family send it: people as `id|post`, each in a list of its own that may begin with the organisations on the way to them. */
import { fail } from '../../../kernel/errors.ts'

/** People at the most, with the steps that lead to them. */
const MAX_PEOPLE = 10_000
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The ids of the people, or what a list of ours would have there. Where one is told apart from an organisation by nothing it is refused: nobody may start a process by mistake. */
export function startersOf(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return []
  const ways = Array.isArray(value) ? value : [value]
  const people = ways.flatMap((way): string[] => {
    const steps: unknown[] = Array.isArray(way) ? way : [way]
    if (steps.length === 0 || (steps.length === 1 && steps[0] === '')) return []
    if (typeof steps.at(-1) !== 'string' || !String(steps.at(-1)).includes('|')) return refuse()
    return steps.flatMap((step) => {
      if (typeof step !== 'string') return refuse()
      const [id = '', post] = step.split('|')
      if (post === undefined) return []
      return UUID.test(id) ? [id] : refuse()
    })
  })
  return people.length > MAX_PEOPLE ? refuse() : [...new Set(people)]
}

const refuse = () => fail('process-model.starters', { field: { name: 'userId', label: 'error.process-model.starters' } })
