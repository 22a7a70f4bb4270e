/** Values of a data set that have a name: conditions compare with them, and whoever opens the report is asked for them. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button, Checkbox, Input, Select } from 'antd'
import type { FigureSubject } from '../../../../model/contract/report/figure.ts'
import type { Parameter } from '../../../../model/figures/document.ts'
import { MAX_PARAMETERS } from '../../../../model/figures/document.ts'
import { ASKED_PARAMETERS } from '../../../../model/reports/parameters.ts'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import type { SetDraft } from './state/set-draft.ts'
import { COLUMN_NAME, freeAmong, ownersFor, withParameter } from './state/set-draft.ts'
import { Captioned, SetParameterKind, startOf } from './set-parameter-kind.tsx'

const MAX_TEXT = 256

interface ParametersProps {
  readonly draft: SetDraft
  readonly subjects: readonly FigureSubject[]
  readonly onChange: (draft: SetDraft) => void
}

export function SetParameters({ draft, subjects, onChange }: ParametersProps) {
  const t = useT()
  const { parameters } = draft
  const names = [...parameters, ...ASKED_PARAMETERS].map(({ name }) => name)
  return (
    <fieldset className="builder-rows">
      <legend>{t('report-design.set-parameters')}</legend>
      <p className="quiet">{t('report-design.set-parameters-about')}</p>
      {parameters.map((parameter, at) => {
        const change = (next: Parameter) => onChange(withParameter(draft, at, next))
        return (
          <div key={at} className="report-set-parameter">
            <div className="builder-row">
              <Captioned text={t('report-design.set-name')}>
                <Input
                  aria-label={t('report-design.set-parameter-name', { at: at + 1 })}
                  value={parameter.name}
                  status={COLUMN_NAME.test(parameter.name) ? '' : 'error'}
                  maxLength={64}
                  onChange={({ target }) => change({ ...parameter, name: target.value.trim() })}
                />
              </Captioned>
              <Called parameter={parameter} at={at} onChange={change} />
              <Button
                type="text"
                icon={<DeleteOutlined aria-hidden="true" />}
                aria-label={t('report-design.set-parameter-remove', { at: at + 1 })}
                onClick={() => onChange(withParameter(draft, at, undefined))}
              />
            </div>
            <SetParameterKind parameter={parameter} at={at} subjects={subjects} onChange={change} />
            <div className="builder-row">
              <Required parameter={parameter} onChange={change} />
              <DependsOn draft={draft} at={at} onChange={change} />
            </div>
          </div>
        )
      })}
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

interface PartProps {
  readonly parameter: Parameter
  readonly onChange: (parameter: Parameter) => void
}

/** What people are asked by, in each language. */
function Called({ parameter, at, onChange }: PartProps & { readonly at: number }) {
  const t = useT()
  const language = useLanguage()
  const { label, ...rest } = parameter
  const called = (text: string): Pick<Parameter, 'label'> => {
    // What is said in one language alone is said so in the others as well.
    const isOne = !label || new Set(Object.values(label)).size === 1
    const next = isOne ? { zh: text, tw: text, en: text } : { ...label, [language]: text }
    return Object.values(next).some((each) => each.trim() !== '') ? { label: next } : {}
  }
  return (
    <Captioned text={t('report-design.set-parameter-called')}>
      <Input
        aria-label={t('report-design.set-parameter-label', { at: at + 1 })}
        value={label?.[language] ?? ''}
        maxLength={MAX_TEXT}
        onChange={({ target }) => onChange({ ...rest, ...called(target.value) })}
      />
    </Captioned>
  )
}

/** Whether they have to answer. */
function Required({ parameter, onChange }: PartProps) {
  const t = useT()
  const { required = false, ...open } = parameter
  return (
    <Checkbox
      checked={required}
      onChange={({ target }) => {
        const { default: before, ...asked } = open
        // Who has to say it is not helped by what would be taken otherwise.
        onChange(
          target.checked ? { ...asked, required: true } : { ...asked, ...(before === undefined ? startOf(asked) : { default: before }) },
        )
      }}
    >
      {t('report-design.set-parameter-required')}
    </Checkbox>
  )
}

/** Of a choice of rows: whether only those are offered that belong to what is chosen for another parameter, or for the report. */
function DependsOn({
  draft,
  at,
  onChange,
}: Pick<ParametersProps, 'draft'> & { readonly at: number; readonly onChange: PartProps['onChange'] }) {
  const t = useT()
  const language = useLanguage()
  const parameter = draft.parameters[at]
  const owners = ownersFor(draft.parameters, at)
  if (!parameter || owners.length === 0) return null
  const { dependsOn, ...rest } = parameter
  const nameOf = ({ name, label }: Parameter) =>
    name === 'siteId'
      ? t('report-design.set-parameter-of-site')
      : name === 'deviceId'
        ? t('report-design.set-parameter-of-device')
        : t('report-design.set-parameter-of', { name: label?.[language] || name })
  return (
    <Select
      aria-label={t('report-design.set-parameter-depends', { at: at + 1 })}
      value={dependsOn ?? ''}
      options={[
        { value: '', label: t('report-design.set-parameter-of-all') },
        ...owners.map((owner) => ({ value: owner.name, label: nameOf(owner) })),
      ]}
      onChange={(name: string) => onChange(name === '' ? rest : { ...rest, dependsOn: name })}
    />
  )
}
