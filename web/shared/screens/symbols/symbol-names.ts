/** What symbols and their groups are called in the language of the page. */
import type { LabelKey, Translate } from '../../../kernel/i18n/i18n.ts'
import type { SymbolGroup } from './shapes.ts'
import type { SymbolName } from './index.ts'

export const symbolText = (name: SymbolName, t: Translate): string => t(`symbol.${name}` as LabelKey)
export const symbolGroupText = (group: SymbolGroup, t: Translate): string => t(`symbol-group.${group}` as LabelKey)
