/** The trend workbench: histories of chosen points over one range of time, as an address, a saved trend, a picture or a file. */
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import PrinterOutlined from '@ant-design/icons/es/icons/PrinterOutlined'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { historiesOf, useHistoryTexts } from '../../../shared/acquisition/histories.ts'
import { useLiveValues } from '../../../shared/acquisition/live-values.ts'
import { isLast, useTrend } from '../../../shared/acquisition/readings.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { mayUse } from '../../../kernel/session/permissions.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import { HistoryChart } from '../../../ui/history-chart/history-chart.tsx'
import { unitsOf } from '../../../ui/history-chart/options.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { Nothing } from '../../../ui/nothing.tsx'
import { printElement } from '../../../ui/print.ts'
import { Toolbar } from '../../../ui/toolbar.tsx'
import { usePhone } from '../../../ui/use-media.ts'
import { timeText } from '../../../../model/zone.ts'
import { savedTrends } from './client.ts'
import { Legend } from './legend.tsx'
import { MarkList } from './mark-list.tsx'
import { forgetMarks, useDrawnMarks, useMarks } from './marks.ts'
import type { Annotation } from './annotation-dialog.tsx'
import { useCompared } from './compared.ts'
import { DisplayBar } from './display-bar.tsx'
import { pointsOf, shownById } from './drawn-points.ts'
import { composePicture, savePicture } from './picture.ts'
import { useOpening } from './opening.ts'
import { RangeBar } from './range-bar.tsx'
import { PhoneControls, RangeButton } from './phone-bar.tsx'
import { SavedMenu } from './saved-menu.tsx'
import { useStatistics } from './statistics.ts'
import { axesIn, stateOf, viewOf } from './state.ts'
import { useView } from './use-view.ts'
import './trends.css'

const PointChooser = lazyWithPreload(() => import('./point-chooser.tsx'))
const AnnotationDialog = lazyWithPreload(() => import('./annotation-dialog.tsx'))
const ExportDialog = lazyWithPreload(() => import('./export-dialog.tsx'))

/** Of a drawing, in pixels. On a phone it takes most of the screen. */
const HEIGHT = 420
const OF_PHONE = 0.62

export default function TrendsPage() {
  const t = useT()
  const isPhone = usePhone()
  const height = useMemo(() => (isPhone ? Math.round(innerHeight * OF_PHONE) : HEIGHT), [isPhone])
  const [controls, setControls] = useState<boolean>()
  const texts = useHistoryTexts()
  const locale = localeOf[useLanguage()]
  const { authority } = useSession()
  const { view, isMoving, zoom, reset, goLive, change, correct } = useView()
  const queries = useQueryClient()
  const [noting, setNoting] = useState<{ open: boolean; times: number; at: number; annotation?: Annotation }>()
  const isLooking = useOpening(view, correct)
  const [opened, setOpened] = useState<{ which: 'points' | 'export'; open: boolean }>()
  const pictureRef = useRef<() => string>(undefined)
  const card = useRef<HTMLDivElement>(null)
  const { data, error, isFetching, refetch } = useTrend(view.points, view.range, view.follows)
  const { data: kept } = useQuery(savedTrends())
  const latest = useLiveValues(view.points)
  const drawn = useMemo(() => pointsOf(view.points, data), [view.points, data])
  const histories = useMemo(() => historiesOf(drawn, data, locale), [drawn, data, locale])
  const own = useMemo(() => histories.filter(({ id }) => !view.hidden.includes(id)), [histories, view.hidden])
  const trend = kept?.list.find(({ id }) => id === view.trend)
  const shown = isLast(view.range) ? data : view.range
  const compared = useCompared(view.compare, own, data, shown, isMoving)
  const visible = useMemo(() => [...own, ...compared.histories], [own, compared.histories])
  // Points that are not drawn now have their axes as well.
  const axes = useMemo(() => axesIn(unitsOf([...histories, ...compared.histories]), view.axes), [histories, compared.histories, view.axes])
  const marks = useMarks(view.points, shown, view.marks)
  const statistics = useStatistics(view.points, isMoving ? undefined : shown, isLast(view.range))
  const drawnMarks = useDrawnMarks(marks, own, data, shown?.to)
  const mayAnnotate = marks?.allowed.includes('add') ?? false
  const title = trend?.trendName ?? t('menu.trends')

  // An address that names a trend and no points means the trend as it is kept.
  useEffect(() => {
    if (trend && view.points.length === 0) correct(viewOf(trend.state, trend.id))
  })

  async function picture(): Promise<{ data: string; note: string } | undefined> {
    const element = card.current?.querySelector<HTMLElement>('.history-chart')
    if (!pictureRef.current || !element || !data || !shown) return undefined
    const note = `${timeText(data.timeZone, shown.from)} – ${timeText(data.timeZone, shown.to)} (${data.timeZone})`
    return { note, data: await composePicture({ drawing: pictureRef.current(), title, note, histories: visible, element }) }
  }

  async function save(): Promise<void> {
    const made = await picture()
    if (made) savePicture(made.data, `${title}.png`)
  }

  async function print(): Promise<void> {
    const made = await picture()
    const legend = card.current?.querySelector('.trend-legend table')
    if (!made || !legend) return
    const sheet = document.createElement('div')
    const image = new Image()
    image.src = made.data
    image.alt = made.note
    image.style.width = '100%'
    await image.decode()
    sheet.append(image, legend.cloneNode(true))
    printElement(sheet, title)
  }

  const note = (at: number, annotation?: Annotation) =>
    setNoting((before) => ({ open: true, times: (before?.times ?? 0) + 1, at, ...(annotation ? { annotation } : {}) }))
  const open = (which: 'points' | 'export') => setOpened({ which, open: true })
  const close = () => setOpened((before) => before && { ...before, open: false })
  const toggled = (id: string) => (view.hidden.includes(id) ? view.hidden.filter((one) => one !== id) : [...view.hidden, id])
  const isDrawn = visible.length > 0 && shown !== undefined
  const actions = [
    {
      key: 'points',
      label: t('trends.choose'),
      icon: <PlusOutlined aria-hidden="true" />,
      main: view.points.length === 0,
      run: () => open('points'),
    },
    ...(isDrawn
      ? [
          ...(mayAnnotate
            ? [
                {
                  key: 'annotate',
                  label: t('trends.annotate'),
                  icon: <EditOutlined aria-hidden="true" />,
                  run: () => note((shown.from + shown.to) / 2),
                },
              ]
            : []),
          ...(mayUse('export', 'trends', data?.allowed, authority.menuButton)
            ? [{ key: 'export', label: t('button.export'), icon: <DownloadOutlined aria-hidden="true" />, run: () => open('export') }]
            : []),
          { key: 'picture', label: t('trends.picture'), icon: <PictureOutlined aria-hidden="true" />, run: () => void save() },
          { key: 'print', label: t('trends.print'), icon: <PrinterOutlined aria-hidden="true" />, run: () => void print() },
        ]
      : []),
  ]
  const ranges = (
    <RangeBar
      range={view.range}
      shown={shown}
      zone={data?.timeZone}
      follows={view.follows}
      onRange={(range) => change({ range })}
      onFollow={(follows) => change({ follows })}
      onLive={goLive}
    />
  )
  const display = view.points.length > 0 && (
    <DisplayBar view={{ ...view, axes }} units={unitsOf(visible)} onChange={(next) => change(next, true)} />
  )
  return (
    <div ref={card} className="resource-card trends">
      <h1 className="visually-hidden">{t('menu.trends')}</h1>
      <Toolbar label={t('list.actions')} more={t('list.more')} actions={actions}>
        {isPhone && <RangeButton range={view.range} onOpen={() => setControls(true)} onNear={() => void PhoneControls.preload()} />}
        <SavedMenu
          isShort={isPhone}
          state={stateOf(view)}
          trend={trend}
          onOpen={(one) => change(viewOf(one.state, one.id))}
          onAdopt={(id) => change({ trend: id }, true)}
        />
      </Toolbar>
      {!isPhone && ranges}
      {!isPhone && display}
      {controls !== undefined && isPhone && (
        <Suspense fallback={null}>
          <PhoneControls open={controls} onClose={() => setControls(false)}>
            {ranges}
            {display}
          </PhoneControls>
        </Suspense>
      )}
      {compared.isNone && <p className="quiet">{t('trends.compared-none')}</p>}
      {error instanceof ApiError && !data && <ListFailure error={error} onRetry={() => void refetch()} />}
      {(isLooking || (view.points.length > 0 && !data && !error)) && <div className="trend-waiting" aria-busy="true" />}
      {!isLooking && (view.points.length === 0 || data?.list.length === 0) && (
        <Nothing text={t('trends.empty')}>
          <Button type="primary" onClick={() => open('points')}>
            {t('trends.choose')}
          </Button>
        </Nothing>
      )}
      {view.points.length > 0 && data && data.list.length > 0 && shown && (
        <>
          <HistoryChart
            title={title}
            texts={texts}
            histories={visible}
            from={shown.from}
            to={shown.to}
            zone={data.timeZone}
            height={height}
            controlsBelow={isPhone}
            isBusy={isFetching}
            axes={axes}
            connects={view.connects}
            marks={drawnMarks}
            onMoment={mayAnnotate ? note : undefined}
            onRange={zoom}
            onBox={zoom}
            onReset={reset}
            pictureRef={pictureRef}
          />
          <Legend
            histories={histories.flatMap((one) => [one, ...compared.histories.filter(({ colour }) => colour === one.colour)])}
            hidden={view.hidden}
            latest={latest}
            statistics={statistics}
            shown={shownById(data)}
            zone={data.timeZone}
            from={shown.from}
            to={shown.to}
            onHide={(id) => change({ hidden: toggled(id) }, true)}
            onRemove={(id) => change({ points: view.points.filter((one) => one !== id), hidden: view.hidden.filter((one) => one !== id) })}
          />
        </>
      )}
      {marks && data && <MarkList marks={marks} histories={histories} zone={data.timeZone} onEdit={(one) => note(one.time, one)} />}
      {noting && data && (
        <Suspense fallback={null}>
          <AnnotationDialog
            key={noting.times}
            open={noting.open}
            annotation={noting.annotation}
            at={noting.at}
            zone={data.timeZone}
            histories={own}
            onSaved={() => void forgetMarks(queries)}
            onClose={() => setNoting((before) => before && { ...before, open: false })}
          />
        </Suspense>
      )}
      {opened && (
        <Suspense fallback={null}>
          {opened.which === 'points' && (
            <PointChooser
              open={opened.open}
              trend={data}
              chosen={view.points}
              onChoose={(points) => change({ points, hidden: view.hidden.filter((id) => points.includes(id)) }, true)}
              onClose={close}
            />
          )}
          {opened.which === 'export' && shown && data && (
            <ExportDialog
              open={opened.open}
              points={own.map(({ id }) => id)}
              zone={data.timeZone}
              from={shown.from}
              to={shown.to}
              onClose={close}
            />
          )}
        </Suspense>
      )}
    </div>
  )
}
