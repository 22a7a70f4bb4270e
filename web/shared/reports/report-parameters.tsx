/** Values of the parameters of a report: a control for each. A file of its own, since most reports have none. What is chosen for one narrows what others offer. */
import { useId, useState } from 'react'
import type { AskedParameter, RangeValue, Value } from '../../../model/figures/document.ts'
import type { ReportParams } from '../../../model/reports/params-text.ts'
import { narrowedBy } from '../../../model/reports/parameters.ts'
import { useLanguage, useT } from '../../kernel/i18n/i18n.ts'
import { ParameterControl } from './parameter-control.tsx'
import type { ReportPlace } from './parameter-values.ts'
import { changedPlace, nameOfParameter, ownerRows, withoutNarrowed } from './parameter-values.ts'
import './period-reports.css'

export interface ParametersProps {
  /** Of the field that it stands in, if any. */
  readonly id?: string | undefined
  readonly parameters: readonly AskedParameter[]
  readonly values: ReportParams
  /** The device and the site that the report is asked for. Where they change, it is for whoever changes them to leave out what they narrow (`withoutNarrowed`). */
  readonly place?: ReportPlace | undefined
  /** Those that the server has refused, by their names. */
  readonly wrong?: ReadonlySet<string> | undefined
  readonly onChange: (values: ReportParams) => void
}

const NONE: ReadonlySet<string> = new Set()
const NOWHERE: ReportPlace = {}

export default function ReportParameters({ id: field, parameters, values, place = NOWHERE, wrong = NONE, onChange }: ParametersProps) {
  const t = useT()
  const language = useLanguage()
  const id = useId()
  const [cleared, setCleared] = useCleared(parameters, values, place)
  const change = (parameter: AskedParameter, value: Value | RangeValue | undefined) => {
    const { name } = parameter
    const { [name]: _, ...others } = values
    const isNone = value === undefined || value === ''
    const next = isNone ? others : { ...others, [name]: value }
    // Where all rows are offered again, what was chosen still is one of them.
    const isAll = isNone && parameter.default === undefined && parameter.isPreset !== true
    const kept = isAll ? next : withoutNarrowed(parameters, next, [name])
    setCleared(new Set([...cleared, ...Object.keys(next).filter((one) => kept[one] === undefined)].filter((one) => one !== name)))
    onChange(kept)
  }
  return (
    <fieldset id={field} className="reports-parameters">
      {/* In a form its field is called so already. */}
      <legend className={field === undefined ? undefined : 'visually-hidden'}>{t('reports.parameters')}</legend>
      {parameters.map((parameter) => {
        const { name, required = false } = parameter
        const isCleared = cleared.has(name) && values[name] === undefined
        return (
          <div key={name} className="reports-parameter">
            <label htmlFor={`${id}-${name}`}>
              {nameOfParameter(parameter, language)}
              {required && (
                <>
                  <span aria-hidden="true"> *</span>
                  <span className="visually-hidden"> {t('reports.param-must')}</span>
                </>
              )}
            </label>
            <ParameterControl
              id={`${id}-${name}`}
              parameter={parameter}
              within={ownerRows(parameter, parameters, values, place)}
              value={values[name]}
              isWrong={wrong.has(name)}
              onChange={(value) => change(parameter, value)}
            />
            {parameter.dependsOn !== undefined && (
              <small role="status" className="quiet">
                {isCleared && t('reports.param-cleared')}
              </small>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

/** The names of what was left out since something that narrows it was changed: here, or the place of the report. */
function useCleared(parameters: readonly AskedParameter[], values: ReportParams, place: ReportPlace) {
  const [seen, setSeen] = useState({ place, values })
  const [cleared, setCleared] = useState(NONE)
  const changed = changedPlace(seen.place, place)
  if (changed.length > 0) {
    const narrowed = [...narrowedBy(parameters, changed)]
    setCleared(new Set([...cleared, ...narrowed.filter((name) => seen.values[name] !== undefined)]))
  }
  if (changed.length > 0 || seen.values !== values) setSeen({ place, values })
  return [cleared, setCleared] as const
}
