/** Points by where they stand: project, site, device. A branch is asked for when it is opened, and a page of it at a time, so that it does not matter how many there are. */
import CaretRightOutlined from '@ant-design/icons/es/icons/CaretRightOutlined'
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { NO_REFERENCE } from '../../../../model/list-query.ts'
import { devices, points, projects, sites } from '../../../../model/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { readList } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { countText } from '../../../kernel/i18n/texts.ts'
import { unitOf } from '../figures.ts'
import { groupHeadings } from '../point-groups.ts'
import { OFFERED, textIn } from './offered.ts'

export interface TreeChoice {
  readonly chosen: readonly string[]
  /** So many can be chosen. */
  readonly most: number
  /** How many of the chosen points belong to each device. */
  readonly byDevice: ReadonlyMap<string, number>
  readonly onAdd: (ids: readonly string[]) => void
  readonly onRemove: (ids: readonly string[]) => void
}

export function PointTree(choice: TreeChoice) {
  const t = useT()
  const sitesIn = (projectId: string) => (
    <Rows of={sites} name="siteName" within={{ projectId }} draw={(row) => <SiteBranch key={row.id} row={row} {...choice} />} />
  )
  return (
    <div className="point-tree">
      <Rows
        of={projects}
        name="projectName"
        within={{}}
        draw={(row) => (
          <Branch key={row.id} label={textIn(row, 'projectName') || textIn(row, 'projectCode')}>
            {() => sitesIn(row.id)}
          </Branch>
        )}
      >
        <Branch label={t('trends.no-project')}>{() => sitesIn(NO_REFERENCE)}</Branch>
        <Branch label={t('trends.no-site')}>{() => <DevicesOf site={NO_REFERENCE} {...choice} />}</Branch>
      </Rows>
    </div>
  )
}

function SiteBranch({ row, ...choice }: TreeChoice & { row: ResourceRow }) {
  return <Branch label={textIn(row, 'siteName') || textIn(row, 'siteCode')}>{() => <DevicesOf site={row.id} {...choice} />}</Branch>
}

function DevicesOf({ site, ...choice }: TreeChoice & { site: string }) {
  return (
    <Rows of={devices} name="deviceName" within={{ siteId: site }} draw={(row) => <DeviceBranch key={row.id} row={row} {...choice} />} />
  )
}

/** As on the page of their device. */
const PLACED = 'displayOrder_ascend'

/** The query for rows of a branch, a page at a time. */
const pagesOf = (of: Resource, within: Readonly<Record<string, string>>, sorter: string) =>
  infiniteQueryOptions({
    queryKey: [of.name, 'branch', within, sorter],
    queryFn: ({ pageParam, signal }) =>
      readList(of, { ...within, sorter, pageSize: OFFERED, currentPage: pageParam }, { signal, quiet: true }),
    initialPageParam: 1,
    getNextPageParam: ({ list, total }, _all, page) => (list.length > 0 && total > page * OFFERED ? page + 1 : undefined),
    staleTime: 60_000,
  })
/** The points of a device, of which its check box chooses from the first page. */
const pointsIn = (device: string) => pagesOf(points, { deviceId: device }, PLACED)

function DeviceBranch({ row, ...choice }: TreeChoice & { row: ResourceRow }) {
  const queries = useQueryClient()
  const { chosen, most, byDevice, onAdd, onRemove } = choice
  const known = queries.getQueryData(pointsIn(row.id).queryKey)?.pages[0]?.list.map(({ id }) => id) ?? []
  const own = known.filter((id) => chosen.includes(id))
  const isWhole = known.length > 0 && own.length === known.length
  const isSome = !isWhole && (own.length > 0 || (byDevice.get(row.id) ?? 0) > 0)

  async function toggle(): Promise<void> {
    try {
      const { pages } = await queries.fetchInfiniteQuery(pointsIn(row.id))
      const ids = pages[0]?.list.map(({ id }) => id) ?? []
      if (isWhole) onRemove(ids)
      else onAdd(ids)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  const name = textIn(row, 'deviceName') || textIn(row, 'deviceCode')
  return (
    <Branch
      label={name}
      before={
        <Checkbox
          aria-label={name}
          checked={isWhole}
          indeterminate={isSome}
          disabled={!isWhole && chosen.length >= most}
          onChange={() => void toggle()}
        />
      }
      note={textIn(row, 'deviceCode')}
    >
      {() => (
        <Rows
          of={points}
          sorter={PLACED}
          within={{ deviceId: row.id }}
          grouped
          draw={(point) => (
            <li key={point.id}>
              <Checkbox
                checked={chosen.includes(point.id)}
                disabled={!chosen.includes(point.id) && chosen.length >= most}
                onChange={() => (chosen.includes(point.id) ? onRemove([point.id]) : onAdd([point.id]))}
              >
                {textIn(point, 'pointName') || textIn(point, 'pointKey')}{' '}
                <small>{[textIn(point, 'pointKey'), unitOf(point)].filter(Boolean).join(' · ')}</small>
              </Checkbox>
            </li>
          )}
        />
      )}
    </Branch>
  )
}

interface BranchProps {
  readonly label: string
  readonly note?: string
  readonly before?: ReactNode
  readonly children: () => ReactNode
}

function Branch({ label, note = '', before, children }: BranchProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <span className="point-branch">
        {before}
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <CaretRightOutlined aria-hidden="true" rotate={isOpen ? 90 : 0} />
          {label}
          {note && note !== label && <small>{note}</small>}
        </button>
      </span>
      {isOpen && children()}
    </li>
  )
}

interface RowsProps {
  readonly of: Resource
  readonly name?: string
  readonly sorter?: string
  /** Points, which stand under the headings of their groups. */
  readonly grouped?: boolean
  readonly within: Readonly<Record<string, string>>
  readonly draw: (row: ResourceRow) => ReactNode
  /** Stands below the rows. */
  readonly children?: ReactNode
}

/** Who may not list these rows is shown none of them. */
function Rows({ of, name = '', sorter = `${name}_ascend`, grouped = false, within, draw, children }: RowsProps) {
  const t = useT()
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(pagesOf(of, within, sorter))
  const rows = data?.pages.flatMap(({ list }) => list) ?? []
  const last = data?.pages.at(-1)
  const headingOf = grouped ? groupHeadings(rows, t) : undefined
  return (
    <ul aria-busy={isPending}>
      {headingOf
        ? [...Map.groupBy(rows, headingOf)].map(([heading, some]) => (
            <li key={heading}>
              <span className="point-group">{heading}</span>
              <ul aria-label={heading}>{some.map(draw)}</ul>
            </li>
          ))
        : rows.map(draw)}
      {data && rows.length === 0 && !children && <li className="quiet">{t('list.no-options')}</li>}
      {last && hasNextPage && (
        <li>
          <Button type="link" size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('trends.more-rows', { count: countText(last.total - rows.length, last.totalIs) })}
          </Button>
        </li>
      )}
      {children}
    </ul>
  )
}
