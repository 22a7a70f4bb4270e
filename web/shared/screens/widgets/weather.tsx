/** What the weather is at a place: a value with its picture, and between which values it ought to be. */
import { localeOf, useLanguage } from '../../../kernel/i18n/i18n.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { DASH } from '../truth.ts'
import { namesOfSlots, useSeen } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { Reading } from './gauge.tsx'
import { Shell, insideOf } from './shell.tsx'
import { useStanding } from './standing.ts'
import { shownText, textSize, writtenAs } from './value.ts'

/** In a square of 40: a thermometer, a drop, gusts, a cloud with rain, a dial, a sun. */
const PATHS: Readonly<Record<WidgetProps<'weather'>['options']['of'], string>> = {
  temperature: 'M16 6a4 4 0 0 1 8 0v16a8 8 0 1 1-8 0ZM20 14v14',
  humidity: 'M20 4C13 14 9 19 9 25a11 11 0 0 0 22 0C31 19 27 14 20 4ZM15 26a5 5 0 0 0 5 5',
  wind: 'M4 15h20a5 5 0 1 0-5-5M4 22h27a5 5 0 1 1-5 5M4 29h14a4 4 0 1 1-4 4',
  rain: 'M12 24a8 8 0 0 1 0-15a10 10 0 0 1 18-1a8 8 0 0 1 0 16ZM13 29l-2 6M21 29l-2 6M29 29l-2 6',
  pressure: 'M20 5a15 15 0 1 1 0 30a15 15 0 1 1 0-30ZM20 20l7-7M10 20h2M20 10v2M30 20h-2',
  light: 'M20 12a8 8 0 1 1 0 16a8 8 0 1 1 0-16ZM20 3v4M20 33v4M3 20h4M33 20h4M8 8l3 3M29 29l3 3M32 8l-3 3M11 29l-3 3',
}

export function WeatherView(props: WidgetProps<'weather'>) {
  const { widget, feed, options, scale } = props
  const t = useT()
  const locale = localeOf[useLanguage()]
  const standing = useStanding(feed, widget, 'value')
  const between = useSeen(feed, namesOfSlots(widget), () => {
    const [low, high] = (['low', 'high'] as const).map((slot) => {
      const shown = feed.read(widget.bind?.[slot])
      return widget.bind?.[slot] ? shownText(shown, writtenAs(widget, slot, shown, options).digits, locale) : undefined
    })
    return low === undefined && high === undefined ? '' : `${low ?? DASH} … ${high ?? DASH}`
  })
  const label = options.label ?? t(`screen-widget.weather-${options.of}` as LabelKey)
  const { width, height } = insideOf(props)
  const side = Math.max(1, Math.min(height * 0.7, width * 0.34))
  const size = Math.max(12, Math.min(height * 0.4, width * 0.2))
  return (
    <Shell {...props} label={label} standing={standing} isSigned={false}>
      <svg className="sw-svg sw-behind" width={width} height={height} aria-hidden="true">
        <svg x={4 * scale} y={(height - side) / 2} width={side} height={side} viewBox="0 0 40 40">
          <path d={PATHS[options.of]} className="sw-icon" />
        </svg>
      </svg>
      <div className="sw-beside" style={{ left: side + 12 * scale }}>
        <span className="sw-label" style={{ fontSize: textSize(15, scale) }}>
          {label}
        </span>
        <span className="sw-beside-value" style={{ height: size * 1.3 }}>
          <Reading {...props} standing={standing} top={0} room={Math.max(1, width - side - 12 * scale)} size={size} />
        </span>
        {between !== '' && (
          <span className="sw-label" style={{ fontSize: textSize(14, scale) }}>
            {between}
          </span>
        )}
      </div>
    </Shell>
  )
}
