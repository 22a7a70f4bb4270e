/** Calls that tell what is hidden: refused to those whose roles hide it, whatever they are granted (docs/decisions/0126-values-hidden-everywhere.md). */
import { resources } from '../../../model/index.ts'
import type { Resource } from '../../../model/resource.ts'

let fields: ReadonlyMap<string, readonly string[]> | undefined

/** By the path of a call, the fields that it tells as roles name those they hide: `menuCode:field`. */
function fieldsOfCalls(): ReadonlyMap<string, readonly string[]> {
  if (fields) return fields
  const withheld = Object.values<Resource>(resources).flatMap((of) =>
    Object.entries(of.fields).flatMap(([name, { withholds = [] }]) => withholds.map((path) => ({ path, field: `${of.menu}:${name}` }))),
  )
  return (fields = new Map([...Map.groupBy(withheld, ({ path }) => path)].map(([path, some]) => [path, some.map(({ field }) => field)])))
}

/** The fields that a call discloses, as roles name them; none for most calls. @param path Without `/api` */
export const fieldsDisclosedBy = (path: string): readonly string[] => fieldsOfCalls().get(path) ?? []

/** Whether one of the hidden fields is told by the call. @param path Without `/api` */
export const isWithheld = (hiddenFields: ReadonlySet<string>, path: string): boolean =>
  fieldsDisclosedBy(path).some((field) => hiddenFields.has(field))
