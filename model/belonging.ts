/** By which references rows of one noun belong to rows of another: devices to their site, points by their device to the site of that. */
import { MAX_JOINS } from './figures/document.ts'
import { resourceNamed } from './index.ts'
import type { Resource } from './resource.ts'

interface Way {
  readonly at: Resource
  readonly fields: readonly string[]
}

/**
 * The references that lead from a row of a noun to the row of another that it belongs to, in the order in which they are followed; three at the most.
 * Undefined where none do, and where several equally short ways do: nobody could say which of them is meant.
 * @example wayBetween('points', 'sites') // ['deviceId', 'siteId']
 */
export function wayBetween(noun: string, owner: string): readonly string[] | undefined {
  const of = resourceNamed(noun)
  let ways: Way[] = of ? [{ at: of, fields: [] }] : []
  for (let steps = 0; steps < MAX_JOINS; steps += 1) {
    const longer = ways.flatMap(({ at, fields }) => stepsFrom(at).map(({ field, to }) => ({ fields: [...fields, field], to })))
    const found = longer.filter(({ to }) => to === owner)
    if (found.length > 0) return found.length === 1 ? found[0]?.fields : undefined
    ways = longer.flatMap(({ fields, to }) => {
      const at = resourceNamed(to)
      return at ? [{ at, fields }] : []
    })
  }
  return undefined
}

/** The references of a noun that are in its rows; what a tree has above itself is another row of the same kind, to which nothing belongs. */
function stepsFrom({ fields, parent }: Resource): { readonly field: string; readonly to: string }[] {
  return Object.entries(fields).flatMap(([field, { kind, link, access, rights }]) =>
    kind === 'reference' && link && access === 'row' && !rights.internal && field !== parent ? [{ field, to: link.to }] : [],
  )
}
