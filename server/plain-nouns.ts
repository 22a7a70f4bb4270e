/** The features of the plain nouns (model/plain.ts): every standard operation, made from the declaration alone. */
import * as plainNouns from '../model/plain.ts'
import type { Resource } from '../model/resource.ts'
import { audienceRules, registryRoutes, registryWrites } from './acquisition/index.ts'
import type { Feature } from './kernel/http/http.ts'
import type { NounWrites } from './kernel/resources/noun-writes.ts'
import { writes } from './kernel/resources/noun-writes.ts'
import { options } from './kernel/resources/options.ts'

/** What writing the noun entails: in the acquisition area, that whoever remembers the registry is told, and that a delivery rule names no more people than it can tell. */
const writesOf = (of: Resource): NounWrites =>
  of.api.base.startsWith('/acquisition/') ? registryWrites(of, of === plainNouns.deliveryRules ? audienceRules : {}) : writes(of)

/** The field that tells rows with one title apart: the first unique one beside the title. */
const secondName = (of: Resource): string | undefined => of.unique?.find((field) => field !== of.title)

export const plainNounFeatures: readonly Feature[] = Object.values<Resource>(plainNouns).map((of) => ({
  tag: of.name,
  routes: [...registryRoutes(writesOf(of)), options(of, secondName(of))],
}))
