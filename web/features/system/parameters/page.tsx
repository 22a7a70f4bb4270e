import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import { useQueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { parameters } from '../../../../model/index.ts'
import type { KnownParameter } from '../../../../model/system/known-parameters.ts'
import { knownParameter, settingOf, textOfSetting } from '../../../../model/system/known-parameters.ts'
import { resetSysParam } from '../../../../model/contract/system/parameters.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import type { LabelKey, Translate } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { Refusal } from '../../../kernel/resource/resource-actions.tsx'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { offsetNow } from '../../../ui/clock.ts'
import { Tag } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toast.ts'

const ParameterForm = lazy(() => import('./form.tsx'))

const filters = ['paramName', 'paramKey', 'paramValue']

export default function ParametersPage() {
  const t = useT()
  const queries = useQueryClient()

  const columns: ColumnSetups = {
    paramName: { width: 250 },
    paramKey: { width: 210 },
    paramValue: {
      width: 260,
      text: (row) => valueOf(row, t),
      render: (row, text) => (
        <>
          {text} {isDefault(row) && <Tag kind="plain">{t('parameters.default')}</Tag>}
        </>
      ),
    },
  }

  const refusal: Refusal = (row, button) =>
    button === 'delete' && isKnown(row) ? t('list.stays', { name: String(row['paramName'] ?? '') }) : undefined

  async function reset(rows: readonly ResourceRow[]): Promise<void> {
    const changed = rows.filter((row) => isKnown(row) && !isDefault(row))
    if (rows.length === 0) return toast.warning(t('list.check-one'))
    try {
      if (changed.length > 0) await ask(resetSysParam, { id: changed.map(({ id }) => id) })
      toast.success(t('parameters.reset-done'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await forgetLists(queries, parameters)
  }

  return (
    <ResourcePage
      of={parameters}
      columns={columns}
      filters={filters}
      form={ParameterForm}
      refusal={refusal}
      actions={(chosen, may) =>
        may('reset')
          ? [{ key: 'reset', label: t('parameters.reset'), icon: <UndoOutlined aria-hidden="true" />, run: () => void reset(chosen) }]
          : []
      }
    />
  )
}

function isKnown(row: ResourceRow): boolean {
  return knownParameter(row['paramKey']) !== undefined
}

function isDefault(row: ResourceRow): boolean {
  const known = knownParameter(row['paramKey'])
  return known !== undefined && 'paramValue' in row && String(row['paramValue'] ?? '') === textOfSetting(known.initial)
}

/** Whose values are words of ours; hosts, days and hours say themselves what they are. */
const NAMED: ReadonlySet<KnownParameter['type']> = new Set(['boolean', 'choice', 'words'])

/** What the system reads is shown as it is read: numbers with their unit, words by their names. */
function valueOf(row: ResourceRow, t: Translate): string {
  const stored = row['paramValue'] as string | null | undefined
  const known = knownParameter(row['paramKey'])
  const value = known && settingOf(known, stored)
  if (!known || value === undefined) return stored ?? ''
  if (known.type === 'zone') return value === '' ? t('parameters.value.server-zone') : `${String(value)} (${offsetNow(String(value))})`
  if (known.type === 'integer') return withUnit(known, Number(value), t)
  const nameOf = NAMED.has(known.type) ? (word: unknown) => t(`parameters.value.${String(word)}` as LabelKey) : String
  return [value].flat().map(nameOf).join(t('common.between')) || t('parameters.value.none')
}

function withUnit(known: KnownParameter & { type: 'integer' }, value: number, t: Translate): string {
  if (known.isUnlimitedAtZero && value === 0) return t('parameters.unlimited')
  return known.unit ? t(`parameters.unit.${known.unit}`, { value }) : String(value)
}
