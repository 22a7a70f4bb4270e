/** The symbols of the product: drawn by us from parameters, as the designer lists them and widgets draw them. */
import { machines, vessels } from './machines.ts'
import { pipes } from './pipes.ts'
import { power } from './power.ts'
import type { SymbolShape } from './shapes.ts'
import { SYMBOL_GROUPS } from './shapes.ts'
import { instruments, network, site } from './site.ts'

export type { SymbolGroup, SymbolShape, SymbolUse } from './shapes.ts'
export { SYMBOL_GROUPS }

const ALL = { ...machines, ...vessels, ...pipes, ...power, ...instruments, ...site, ...network } as const satisfies Readonly<
  Record<string, SymbolShape>
>

export type SymbolName = keyof typeof ALL

export interface CatalogueSymbol extends SymbolShape {
  readonly name: SymbolName
}

/** All symbols, by their groups as the designer's palette shows them. What one is called is `symbol.NAME` among the texts, a group `symbol-group.GROUP`. */
export const SYMBOLS: readonly CatalogueSymbol[] = SYMBOL_GROUPS.flatMap((group) =>
  (Object.keys(ALL) as SymbolName[]).filter((name) => ALL[name].group === group).map((name) => ({ name, ...ALL[name] })),
)

/** The symbol of a name; undefined of one that a later version knows. */
export const symbolNamed = (name: string): CatalogueSymbol | undefined => SYMBOLS.find((symbol) => symbol.name === name)
