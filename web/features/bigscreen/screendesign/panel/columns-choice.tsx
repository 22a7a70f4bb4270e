/** The measures that a chart shows; all of them where none is chosen. */
import { Select } from 'antd'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { columnsOf } from '../state/columns.ts'
import { useDesignState } from '../store.ts'
import type { OptionProps } from './option-props.ts'

export default function Columns({ id, label, widget, value, isMixed, disabled, onChange }: OptionProps) {
  const t = useT()
  const document = useDesignState((state) => state.document)
  const figure = widget.options?.['figure']
  const measures = columnsOf(document, typeof figure === 'string' ? figure : undefined).filter(({ kind }) => kind === 'measure')
  return (
    <Select<string[]>
      id={id}
      mode="multiple"
      size="small"
      aria-label={label}
      disabled={disabled}
      maxCount={12}
      placeholder={t(isMixed ? 'screen-design.mixed' : 'screen-design.all-measures')}
      value={(value ?? []) as string[]}
      options={measures.map(({ name }) => ({ value: name, label: name }))}
      onChange={(names) => onChange(names.length === 0 ? undefined : names)}
    />
  )
}
