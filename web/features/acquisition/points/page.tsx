import { lazy, useMemo } from 'react'
import { registerFields } from '../../../../model/acquisition/point-fields.ts'
import { valueWithUnit } from '../../../../model/acquisition/point-display.ts'
import { points } from '../../../../model/index.ts'
import { displayOf } from '../../../shared/acquisition/figures.ts'
import { foldedFields, newPoint, pointColumns } from '../../../shared/acquisition/point-columns.ts'
import { groupedPoints, groupHeadings } from '../../../shared/acquisition/point-groups.ts'
import type { Language } from '../../../kernel/i18n/i18n.ts'
import { localeOf, useLanguage } from '../../../kernel/i18n/i18n.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { pointsTogether } from '../../../shared/acquisition/points-together.tsx'
import { useRuleFor } from '../../../shared/acquisition/rule-for.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'
import { FollowedPoints, NewestAt, NewestQuality, NewestValue } from './newest.tsx'

/** The points of one device stand as on its page; those of several are told apart by their device. */
const grouping = { arrange: groupedPoints, headings: groupHeadings }

const PointForm = lazy(() => import('../../../shared/acquisition/point-form.tsx'))

const filters = ['deviceId', 'pointName', 'newestQuality', 'pointKey']

/** Milliseconds. A value becomes stale by itself, and which values there are to follow changes with the rows. */
const AGAIN = 10_000

/** How a point is set up: what most points say nothing about. */
const settings = [
  ...['displayUnit', 'decimals', 'stateTexts', 'displayOrder', 'scale', 'valueOffset', 'rangeLow', 'rangeHigh'],
  ...['deadband', 'maxIntervalSeconds', 'staleSeconds', 'frozenSeconds', 'retention', ...registerFields],
]

/** First what a point is called and what it says, last how it is set up. */
const columnsIn = (language: Language): ColumnSetups => ({
  pointName: { ...pointColumns['pointName'], first: true },
  newestValue: {
    width: 130,
    first: true,
    text: (row) => (typeof row['newestValue'] === 'number' ? valueWithUnit(row['newestValue'], displayOf(row), localeOf[language]) : ''),
    render: (row) => <NewestValue row={row} />,
  },
  newestQuality: { width: language === 'en' ? 140 : 115, first: true, render: (row) => <NewestQuality row={row} /> },
  newestAt: { width: 125, first: true, render: (row, text) => <NewestAt row={row} text={text} /> },
  deviceId: { width: 150, first: true },
  pointKey: { ...pointColumns['pointKey'], first: true },
  unit: { ...pointColumns['unit'] },
  pointGroup: { ...pointColumns['pointGroup'] },
  ...Object.fromEntries(settings.map((name) => [name, { ...pointColumns[name], isRare: true }])),
})

export default function PointsPage() {
  const narrowed = useNarrowedTo('deviceId')
  const language = useLanguage()
  const ruleFor = useRuleFor()
  const columns = useMemo(() => columnsIn(language), [language])
  return (
    <ResourcePage
      of={points}
      columns={columns}
      form={PointForm}
      controlsTogether={pointsTogether}
      folded={foldedFields}
      filters={filters}
      defaults={{ ...newPoint, ...narrowed }}
      grouping={'deviceId' in narrowed ? grouping : undefined}
      rowActions={(row) => ruleFor?.(row) ?? []}
      around={(rows, table) => <FollowedPoints rows={rows}>{table}</FollowedPoints>}
      again={AGAIN}
    />
  )
}
