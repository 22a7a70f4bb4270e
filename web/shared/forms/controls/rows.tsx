/** Rows of the product: found by the server as somebody types, or chosen in their tree. A file of its own because it brings the nouns along. */
import { KINDS } from '../../../../model/form/kinds.ts'
import type { NamedNoun } from '../../../../model/form/kinds.ts'
import { NodePicker } from '../../../kernel/resource/node-picker.tsx'
import { isTree } from '../../../kernel/resource/options.ts'
import { RowPicker } from '../../../kernel/resource/row-picker.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ControlProps } from '../control-props.ts'
import { spoken, textOf } from '../control-props.ts'

export default function RowControl(props: ControlProps) {
  const { part, id, value, onChange, sources, isRequired } = props
  const t = useT()
  const noun = (part.kind === 'reference' ? part.noun : KINDS[part.kind].of) as NamedNoun | undefined
  const { rows } = sources
  if (!noun || !rows) return <p className="quiet">{t('fill.not-here')}</p>
  const change = (next: unknown) => onChange(textOf(next) || null)
  if (isTree(noun)) return <NodePicker id={id} {...spoken(props)} noun={noun} value={textOf(value)} onChange={change as (value: never) => void} />
  return (
    <RowPicker
      id={id}
      {...spoken(props)}
      noun={noun}
      value={textOf(value) || null}
      clearable={!isRequired}
      from={(query) => rows(noun, query)}
      onChange={change as (value: never) => void}
    />
  )
}
