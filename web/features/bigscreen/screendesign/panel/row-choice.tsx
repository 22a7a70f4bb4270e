/** A row that a widget is narrowed to: one of the tenant's, or that which a variable of the screen stands for. */
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { RowPicker } from '../../../../kernel/resource/row-picker.tsx'
import { useDesignState } from '../store.ts'
import type { OptionProps } from './option-props.ts'
import { Choice } from './parts.tsx'

export default function RowChoice({ id, label, field, value, isMixed, disabled, onChange }: OptionProps) {
  const t = useT()
  const noun = field.as === 'row' ? field.of : 'sites'
  const variables = useDesignState(({ document }) => document.variables).filter(
    (variable) => variable.kind === 'reference' && variable.to === noun,
  )
  const given = typeof value === 'string' ? value : undefined
  const isVariable = given?.startsWith('$') ?? false
  return (
    <span className="screen-row-choice">
      {variables.length > 0 && (
        <Choice
          label={t('screen-design.row-by', { name: label })}
          disabled={disabled}
          value={isVariable ? given : undefined}
          none={t('screen-design.row-fixed')}
          options={variables.map((variable) => ({
            value: `$${variable.name}`,
            label: t('screen-design.by-variable', { name: variable.label }),
          }))}
          onChange={(next) => onChange(next)}
        />
      )}
      {!isVariable && (
        <RowPicker
          noun={noun}
          id={id}
          aria-label={label}
          disabled={disabled}
          clearable
          placeholder={t(isMixed ? 'screen-design.mixed' : 'screen-design.row-all')}
          value={given ?? null}
          onChange={(next: string | null) => onChange(next ?? undefined)}
        />
      )}
    </span>
  )
}
