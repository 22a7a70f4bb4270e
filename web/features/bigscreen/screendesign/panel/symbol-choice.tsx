/** Which symbol a widget is, by what it is called. */
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { SYMBOLS } from '../../../../shared/screens/symbols/index.ts'
import { symbolText } from '../../../../shared/screens/symbols/symbol-names.ts'
import { MIXED } from '../state/together.ts'
import type { OptionProps } from './option-props.ts'
import { valueIn } from './option-props.ts'
import { Choice } from './parts.tsx'

export default function SymbolChoice(props: OptionProps) {
  const t = useT()
  const options = SYMBOLS.map(({ name }) => ({ value: name as string, label: symbolText(name, t) }))
  return <Choice {...props} value={valueIn<string>(props, MIXED)} options={options} />
}
