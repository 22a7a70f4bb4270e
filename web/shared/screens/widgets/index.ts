/**
 * What draws each kind of widget. What is heavy, or what many screens have none of, comes with the first of its kind: a screen without a chart loads no chart library.
 * A screen asks for it beforehand by `preloadWidgets`.
 */
import type { ComponentType } from 'react'
import { Suspense, createElement } from 'react'
import type { WidgetKind } from '../../../../model/screens/widgets.ts'
import type { LazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import type { WidgetProps } from '../widget-props.ts'
import { AlarmBannerView, AlarmsView } from './alarms.tsx'
import { BarView } from './bar.tsx'
import { CalendarView } from './calendar.tsx'
import { ClockView } from './clock.tsx'
import { DevicesView } from './devices.tsx'
import { FilterView } from './filter.tsx'
import { FrameView } from './frame.tsx'
import { GaugeView } from './gauge.tsx'
import { LiquidView } from './liquid.tsx'
import { NumberView } from './number.tsx'
import { OrdersView } from './orders.tsx'
import { PictureView, VideoView } from './picture.tsx'
import { PlanView } from './plan.tsx'
import { RunView, RunsView } from './runs.tsx'
import { TableView } from './table.tsx'
import { CarouselView, TabsView } from './tabs.tsx'
import { LinkView, RichTextView, TextView } from './text.tsx'
import { WeatherView } from './weather.tsx'
import { YardView } from './yard.tsx'

export type WidgetView = ComponentType<WidgetProps>

/** A view of one kind among those of all: whoever draws a widget gives it the options of its kind, which the document has been read by. */
const ofKind = <K extends WidgetKind>(view: ComponentType<WidgetProps<K>>): WidgetView => view as unknown as WidgetView

const LATER = {
  chart: lazyWithPreload(() => import('./chart.tsx')),
  trend: lazyWithPreload(() => import('./trend.tsx')),
  symbol: lazyWithPreload(() => import('./symbol.tsx')),
  pipe: lazyWithPreload(() => import('./pipe.tsx')),
  map: lazyWithPreload(() => import('./map.tsx')),
  qr: lazyWithPreload(() => import('./qr.tsx')),
} as const

/** Until it has come its place is empty: whatever stood there would only flicker. */
const later = <Props extends object>(view: LazyWithPreload<Props>): ComponentType<Props> =>
  function Later(props: Props) {
    return createElement(Suspense, { fallback: null }, createElement(view as ComponentType<Props>, props))
  }

export const WIDGET_VIEWS: Readonly<Record<WidgetKind, WidgetView>> = {
  number: ofKind(NumberView),
  gauge: ofKind(GaugeView),
  liquid: ofKind(LiquidView),
  bar: ofKind(BarView),
  chart: ofKind(later(LATER.chart)),
  trend: ofKind(later(LATER.trend)),
  table: ofKind(TableView),
  alarms: ofKind(AlarmsView),
  'alarm-banner': ofKind(AlarmBannerView),
  devices: ofKind(DevicesView),
  symbol: ofKind(later(LATER.symbol)),
  pipe: ofKind(later(LATER.pipe)),
  map: ofKind(later(LATER.map)),
  plan: ofKind(PlanView),
  yard: ofKind(YardView),
  runs: ofKind(RunsView),
  run: ofKind(RunView),
  orders: ofKind(OrdersView),
  calendar: ofKind(CalendarView),
  clock: ofKind(ClockView),
  weather: ofKind(WeatherView),
  text: ofKind(TextView),
  'rich-text': ofKind(RichTextView),
  picture: ofKind(PictureView),
  video: ofKind(VideoView),
  tabs: ofKind(TabsView),
  carousel: ofKind(CarouselView),
  frame: ofKind(FrameView),
  filter: ofKind(FilterView),
  link: ofKind(LinkView),
  qr: ofKind(later(LATER.qr)),
}

/** Lets the code of kinds come; resolves when all of it is there, or does not come. */
export async function preloadWidgets(kinds: Iterable<WidgetKind>): Promise<void> {
  await Promise.all([...new Set(kinds)].map((kind) => (kind in LATER ? LATER[kind as keyof typeof LATER].preload() : undefined)))
}
