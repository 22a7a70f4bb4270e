/** Values of a data set that have a name: conditions compare with them, and each is changed in one place. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button, Input, InputNumber, Select } from 'antd'
import type { Parameter } from '../../../../model/figures/document.ts'
import { MAX_PARAMETERS } from '../../../../model/figures/document.ts'
import { ASKED_PARAMETERS } from '../../../../model/reports/starting-points.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { SetDraft } from './state/set-draft.ts'
import { COLUMN_NAME, freeAmong, withParameter } from './state/set-draft.ts'

const KINDS = ['number', 'text'] as const
type Kind = (typeof KINDS)[number]
const MAX_TEXT = 256

interface ParametersProps {
  readonly draft: SetDraft
  readonly onChange: (draft: SetDraft) => void
}

export function SetParameters({ draft, onChange }: ParametersProps) {
  const t = useT()
  const { parameters } = draft
  const names = [...parameters, ...ASKED_PARAMETERS].map(({ name }) => name)
  return (
    <fieldset className="builder-rows">
      <legend>{t('report-design.set-parameters')}</legend>
      <p className="quiet">{t('report-design.set-parameters-about')}</p>
      {parameters.map((parameter, at) => (
        <div key={at} className="builder-row">
          <Input
            aria-label={t('report-design.set-parameter-name', { at: at + 1 })}
            value={parameter.name}
            status={COLUMN_NAME.test(parameter.name) ? '' : 'error'}
            maxLength={64}
            onChange={({ target }) => onChange(withParameter(draft, at, { ...parameter, name: target.value.trim() }))}
          />
          <Value parameter={parameter} at={at} onChange={(next) => onChange(withParameter(draft, at, next))} />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden="true" />}
            aria-label={t('report-design.set-parameter-remove', { at: at + 1 })}
            onClick={() => onChange(withParameter(draft, at, undefined))}
          />
        </div>
      ))}
      {parameters.length + ASKED_PARAMETERS.length < MAX_PARAMETERS && (
        <Button
          icon={<PlusOutlined aria-hidden="true" />}
          onClick={() =>
            onChange({ ...draft, parameters: [...parameters, { name: freeAmong(names, 'parameter'), kind: 'number', default: 0 }] })
          }
        >
          {t('report-design.set-parameter-add')}
        </Button>
      )}
    </fieldset>
  )
}

/** Of a number or a text; what another kind of parameter has stays as it is. */
function Value({ parameter, at, onChange }: { parameter: Parameter; at: number; onChange: (parameter: Parameter) => void }) {
  const t = useT()
  const { kind, many } = parameter
  if ((kind !== 'number' && kind !== 'text') || many) return null
  const label = t('report-design.set-parameter-value', { at: at + 1 })
  return (
    <>
      <Select
        aria-label={t('report-design.set-parameter-kind', { at: at + 1 })}
        value={kind}
        options={KINDS.map((value) => ({ value, label: t(`forms.type.${value}`) }))}
        onChange={(next: Kind) => onChange({ ...parameter, kind: next, default: next === 'number' ? 0 : '' })}
      />
      {kind === 'number' ? (
        <InputNumber
          aria-label={label}
          value={typeof parameter.default === 'number' ? parameter.default : null}
          onChange={(value) => onChange({ ...parameter, default: value ?? 0 })}
        />
      ) : (
        <Input
          aria-label={label}
          value={typeof parameter.default === 'string' ? parameter.default : ''}
          maxLength={MAX_TEXT}
          onChange={({ target }) => onChange({ ...parameter, default: target.value })}
        />
      )}
    </>
  )
}
