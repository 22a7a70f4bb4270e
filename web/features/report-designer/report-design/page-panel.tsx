/** The page that is printed: its size, its margins, and the rows that stand on each page. */
import { InputNumber, Select, Switch } from 'antd'
import { Fragment, Suspense, useId } from 'react'
import type { BandName } from '../../../../model/reports/bands.ts'
import { bandsOf } from '../../../../model/reports/bands.ts'
import { ownSizeOf } from '../../../../model/reports/paper.ts'
import type { ReportTemplate } from '../../../../model/reports/template.ts'
import { MAX_SIDE, MIN_SIDE, PAPERS } from '../../../../model/reports/template.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { given } from '../../../shared/figures/draft.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { useSheet, useSheetState } from './store.ts'

type Page = ReportTemplate['page']
type Band = [number, number]
const FIRST = { head: 'firstHead', foot: 'firstFoot' } as const
/** As the template's schema has them (model/reports/template.ts), and points between two columns that nobody has said otherwise. */
const [MAX_PAGE_COLUMNS, USUAL_GAP] = [12, 18]
const SIDES = ['above', 'right', 'below', 'left'] as const

const PageBackground = lazyWithPreload(() => import('./page-background.tsx'))

export default function PagePanel({ announce }: { announce: (text: string) => void }) {
  const t = useT()
  const id = useId()
  const { change } = useSheet()
  const page = useSheetState(({ template }) => template.page)
  const count = useSheetState(({ template }) => template.rows.length)
  const set = (more: Partial<Page>, run?: string) => change((template) => ({ ...template, page: { ...template.page, ...more } }), run)

  const own = typeof page.size === 'string' ? undefined : page.size
  /** Own paper begins with the sides that the paper has, as it lies. */
  const paper = (size: string) =>
    change(({ page: { landscape, ...rest }, ...template }) => ({
      ...template,
      page:
        size === 'own'
          ? { ...rest, size: ownSizeOf({ ...rest, ...(landscape ? { landscape } : {}) }) }
          : { ...rest, size: size as (typeof PAPERS)[number], ...(landscape ? { landscape } : {}) },
    }))

  /** A page without columns beside one another says nothing of them. */
  function columns(beside: number, gap: number): void {
    change(
      ({ page: { columns: _before, ...rest }, ...template }) => ({
        ...template,
        page: beside > 1 ? { ...rest, columns: { count: beside, gap } } : rest,
      }),
      'page-columns',
    )
  }

  /** The rows of a head or foot otherwise, as one step with what was changed in the same field just before. */
  function repeat(more: Partial<Record<BandName, Band | 'none' | undefined>>, run: string): void {
    change((template) => {
      const { repeat: before, ...rest } = template.page
      const next = given({ ...before, ...more }) as NonNullable<Page['repeat']>
      return { ...template, page: Object.keys(next).length > 0 ? { ...rest, repeat: next } : rest }
    }, run)
  }

  /** Without a first row there is none of them. */
  function band(which: BandName, at: 0 | 1, row: number | null): void {
    const own = page.repeat?.[which]
    const now = own === 'none' ? undefined : own
    const next: Band | undefined =
      row === null ? undefined : at === 0 ? [row, Math.max(row, now?.[1] ?? row)] : [Math.min(row, now?.[0] ?? row), row]
    const first = which === 'head' || which === 'foot' ? FIRST[which] : undefined
    // The first page is without what no page has any more.
    const isGone = next === undefined && first !== undefined && page.repeat?.[first] === 'none'
    repeat({ [which]: next, ...(isGone ? { [first]: undefined } : {}) }, `${which} ${at}`)
  }

  /** The first row that stands in no head or foot yet: what the rows of the first page begin with. */
  function freeRow(): Band {
    const taken = bandsOf(page).map(({ rows }) => rows)
    const row =
      Array.from({ length: count }, (_, at) => at + 1).find((each) => !taken.some(([from, to]) => each >= from && each <= to)) ?? 1
    return [row, row]
  }

  const rowsOf = (which: BandName) => {
    const rows = page.repeat?.[which]
    return (
      <div className="report-pair">
        {([0, 1] as const).map((at) => (
          <label key={at} htmlFor={`${id}-${which}-${at}`}>
            {t(`report-design.${which}-${at === 0 ? 'from' : 'to'}`)}
            <InputNumber
              id={`${id}-${which}-${at}`}
              min={1}
              max={count}
              precision={0}
              value={rows === 'none' ? null : (rows?.[at] ?? null)}
              onChange={(row) => band(which, at, row)}
            />
          </label>
        ))}
      </div>
    )
  }

  return (
    <div className="report-panel">
      <label htmlFor={`${id}-size`}>
        {t('report-design.paper')}
        <Select
          id={`${id}-size`}
          value={own ? 'own' : (page.size as string)}
          options={([...PAPERS, 'own'] as const).map((value) => ({ value, label: t(`report-design.paper-${value}`) }))}
          onChange={paper}
        />
      </label>
      {own ? (
        <div className="report-pair">
          {(['width', 'height'] as const).map((side, at) => (
            <label key={side} htmlFor={`${id}-paper-${side}`}>
              {t(`report-design.paper-${side}`)}
              <InputNumber
                id={`${id}-paper-${side}`}
                min={MIN_SIDE}
                max={MAX_SIDE}
                precision={1}
                value={own[at] ?? null}
                onChange={(size) => size !== null && set({ size: own.with(at, size) as [number, number] }, `paper ${side}`)}
              />
            </label>
          ))}
        </div>
      ) : (
        <label htmlFor={`${id}-landscape`}>
          {t('report-design.landscape')}
          <span>
            <Switch id={`${id}-landscape`} checked={page.landscape ?? false} onChange={(landscape) => set({ landscape })} />
          </span>
        </label>
      )}
      <h2>{t('report-design.margins')}</h2>
      <div className="report-pair">
        {SIDES.map((side, at) => (
          <label key={side} htmlFor={`${id}-${side}`}>
            {t(`report-design.margin-${side}`)}
            <InputNumber
              id={`${id}-${side}`}
              min={0}
              max={144}
              value={page.margins[at] ?? null}
              onChange={(size) => set({ margins: page.margins.with(at, size ?? 0) as Page['margins'] }, `margin ${at}`)}
            />
          </label>
        ))}
      </div>
      <h2>{t('report-design.page-columns')}</h2>
      <div className="report-pair">
        <label htmlFor={`${id}-columns`}>
          {t('report-design.page-columns-count')}
          <InputNumber
            id={`${id}-columns`}
            min={1}
            max={MAX_PAGE_COLUMNS}
            precision={0}
            value={page.columns?.count ?? 1}
            onChange={(count) => columns(count ?? 1, page.columns?.gap ?? USUAL_GAP)}
          />
        </label>
        <label htmlFor={`${id}-columns-gap`}>
          {t('report-design.page-columns-gap')}
          <InputNumber
            id={`${id}-columns-gap`}
            min={0}
            max={144}
            disabled={!page.columns}
            value={page.columns?.gap ?? null}
            onChange={(gap) => gap !== null && columns(page.columns?.count ?? 1, gap)}
          />
        </label>
      </div>
      <small className="quiet">{t('report-design.page-columns-about')}</small>
      <label htmlFor={`${id}-live-totals`}>
        {t('report-design.live-totals')}
        <span>
          <Switch
            id={`${id}-live-totals`}
            aria-describedby={`${id}-live-totals-about`}
            checked={page.liveTotals ?? false}
            onChange={(isLive) =>
              change(({ page: { liveTotals: _before, ...rest }, ...template }) => ({
                ...template,
                page: isLive ? { ...rest, liveTotals: true } : rest,
              }))
            }
          />
        </span>
      </label>
      <small id={`${id}-live-totals-about`} className="quiet">
        {t('report-design.live-totals-about')}
      </small>
      <Suspense fallback={null}>
        <PageBackground id={id} announce={announce} />
      </Suspense>
      <h2>{t('report-design.repeat')}</h2>
      {(['head', 'foot'] as const).map((which) => {
        const first = FIRST[which]
        const own = page.repeat?.[first]
        return (
          <Fragment key={which}>
            {rowsOf(which)}
            <label htmlFor={`${id}-${first}`}>
              {t(`report-design.${first}`)}
              <Select
                id={`${id}-${first}`}
                value={own === undefined ? 'same' : own === 'none' ? 'none' : 'rows'}
                options={(['same', 'none', 'rows'] as const).map((value) => ({
                  value,
                  label: t(`report-design.first-${value}`),
                  disabled: value === 'none' && page.repeat?.[which] === undefined,
                }))}
                onChange={(next: string) => repeat({ [first]: next === 'none' ? next : next === 'rows' ? freeRow() : undefined }, first)}
              />
            </label>
            {Array.isArray(own) && rowsOf(first)}
          </Fragment>
        )
      })}
      {(page.repeat?.firstHead ?? page.repeat?.firstFoot) !== undefined && <p className="quiet">{t('report-design.first-about')}</p>}
    </div>
  )
}
