/** Rows of the product: found by the server as somebody types, or chosen in their tree. A file of its own because it brings the nouns along. */
import { KINDS } from '../../../../model/form/kinds.ts'
import { NodePicker } from '../../../kernel/resource/node-picker.tsx'
import { isTree } from '../../../kernel/resource/options.ts'
import { RowPicker } from '../../../kernel/resource/row-picker.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ControlProps } from '../control-props.ts'
import { spoken, textOf } from '../control-props.ts'

export default function RowControl(props: ControlProps) {
  const { part, id, value, onChange, sources, isRequired } = props
  const t = useT()
  const noun = part.kind === 'reference' ? part.noun : KINDS[part.kind].of
  if (!noun || !sources.namesRows) return <p className="quiet">{t('fill.not-here')}</p>
  const chosen = textOf(value)
  const name = chosen && sources.nameOf?.(chosen)
  const change = (next: unknown) => onChange(textOf(next) || null)
  if (isTree(noun)) return <NodePicker id={id} {...spoken(props)} noun={noun} value={chosen} onChange={change} />
  return (
    <RowPicker
      id={id}
      {...spoken(props)}
      noun={noun}
      value={chosen || null}
      clearable={!isRequired}
      known={name ? [{ value: chosen, label: name }] : []}
      onChange={change}
    />
  )
}
