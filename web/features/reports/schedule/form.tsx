/** The standard form, with points to choose for reports that take some; it says whose rights the reports are made with from then on. */
import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { queryReport } from '../../../../model/contract/report/reports.ts'
import { MAX_REPORT_POINTS } from '../../../../model/reports/built-in/asked.ts'
import { paramsOfText, readParamsText, textOfParams } from '../../../../model/reports/params-text.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'
import ResourceForm from '../../../kernel/resource/resource-form.tsx'
import { PointsField } from '../../../shared/acquisition/choose-points/points-field.tsx'
import { AskedParameters } from '../../../shared/reports/asked-parameters.tsx'
import { nameOfParameter, ofParameters, withoutNarrowed } from '../../../shared/reports/parameter-values.ts'
import './form.css'

/** Another report has other parameters. */
const derive: NonNullable<ResourceFormProps['derive']> = (changed) =>
  'templateId' in changed || 'reportCode' in changed ? { reportParams: '' } : {}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''

interface ParamsProps {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (value: string) => void
}

/** Values of the parameters that the chosen report has. */
function ParamsField({ id, value, onChange }: ParamsProps) {
  const t = useT()
  const language = useLanguage()
  const { errors } = Form.Item.useStatus()
  const form = Form.useFormInstance()
  const [template, code] = [Form.useWatch('templateId') as unknown, Form.useWatch('reportCode') as unknown]
  const report = isName(template) ? template : isName(code) ? code : undefined
  const [deviceId, siteId] = [Form.useWatch('deviceId') as unknown, Form.useWatch('siteId') as unknown].map((one) =>
    typeof one === 'string' ? one : '',
  )
  const { data, error, refetch } = useQuery({
    queryKey: ['reports'],
    queryFn: ({ signal }) => ask(queryReport, {}, { signal, quiet: true }),
    staleTime: 60_000,
  })
  const found = data?.list.find((each) => each.report === report)
  const parameters = found?.parameters ?? []
  // What the report no longer declares is refused: nobody could mend it who is not shown it.
  const before = readParamsText(value)
  const kept = textOfParams(ofParameters(parameters, before ?? {})) ?? ''
  const isKnown = data !== undefined && (found !== undefined || report === undefined)
  const isStale = isKnown && (before === undefined || kept !== (textOfParams(before) ?? ''))
  const drop = useEffectEvent(() => onChange?.(kept))
  useEffect(() => {
    if (isStale) drop()
  }, [isStale])
  // What belongs to another device or site than is chosen now is chosen anew. A schedule that was opened and not changed stays as it is.
  const dropNarrowed = useEffectEvent((name: 'deviceId' | 'siteId', chosen: string | undefined) => {
    if (!chosen || !form.isFieldTouched(name)) return
    const next = textOfParams(withoutNarrowed(parameters, paramsOfText(value), [name])) ?? ''
    if (next !== (textOfParams(paramsOfText(value)) ?? '')) onChange?.(next)
  })
  useEffect(() => dropNarrowed('deviceId', deviceId), [deviceId])
  useEffect(() => dropNarrowed('siteId', siteId), [siteId])
  // The server names the one that it has refused in its sentence.
  const wrong = new Set(
    parameters
      .filter((parameter) => errors.some((text) => String(text).includes(nameOfParameter(parameter, language))))
      .map(({ name }) => name),
  )
  if (error instanceof ApiError) return <ListFailure error={error} onRetry={() => void refetch()} />
  // Of a report that its reader has not nobody knows the parameters.
  if (!isKnown) return <span id={id} className="reports-parameters-place" />
  if (parameters.length === 0)
    return (
      <span id={id} className="quiet">
        {t('reports.param-no')}
      </span>
    )
  return (
    <AskedParameters
      key={report}
      id={id}
      parameters={parameters}
      values={paramsOfText(value)}
      place={{ deviceId, siteId }}
      wrong={wrong}
      onChange={(next) => onChange?.(textOfParams(next) ?? '')}
    />
  )
}

export default function ScheduleForm(props: ResourceFormProps) {
  const t = useT()
  const controls = {
    ...props.controls,
    reportParams: <ParamsField />,
    pointId: <PointsField most={MAX_REPORT_POINTS} none={t('reports.all-points')} />,
  }
  return (
    <ResourceForm
      {...props}
      derive={derive}
      controls={controls}
      beneath={<p className="whole-row schedule-owner">{t('schedule.becomes-owner')}</p>}
    />
  )
}
