/** A text as a QR code: dark on light whatever the theme, since no phone reads it otherwise. */
import { encode } from 'uqr'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { DASH } from '../truth.ts'
import { namesOfSlots, useSeen } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { Empty } from './chart-rows.tsx'
import { Shell, insideOf } from './shell.tsx'
import { shownText, textSize } from './value.ts'

/** The dark modules of a code as one path, a unit each, with how many there are across; undefined for a text that is empty or too long. */
export function qrPath(text: string): { readonly path: string; readonly across: number } | undefined {
  if (text === '' || text.length > 500) return undefined
  const { data } = encode(text, { ecc: 'M', border: 0 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1Z`] : []))).join('')
  return { path, across: data.length }
}

/** Modules that stay free around a code (ISO/IEC 18004). */
const QUIET = 4

export default function QrView(props: WidgetProps<'qr'>) {
  const { widget, feed, options, scale } = props
  const t = useT()
  const locale = localeOf[useLanguage()]
  const text = useSeen(feed, namesOfSlots(widget), () => {
    const source = widget.bind?.['text']
    const bound = source ? shownText(feed.read(source), undefined, locale) : DASH
    return bound === DASH ? (options.text ?? '') : bound
  })
  const code = qrPath(text)
  const inside = insideOf(props)
  const labelSize = options.label ? textSize(14, scale) : 0
  const side = Math.max(1, Math.min(inside.width, inside.height - labelSize * 1.5))
  const across = (code?.across ?? 0) + 2 * QUIET
  return (
    <Shell {...props} label={options.label ?? t('screen-widget.kind-qr')}>
      {code ? (
        <svg
          className="sw-qr"
          width={side}
          height={side}
          viewBox={`${-QUIET} ${-QUIET} ${across} ${across}`}
          role="img"
          aria-label={text}
          shapeRendering="crispEdges"
        >
          <rect x={-QUIET} y={-QUIET} width={across} height={across} fill="#ffffff" />
          <path d={code.path} fill="#000000" />
        </svg>
      ) : (
        <Empty />
      )}
      {options.label && (
        <span className="sw-foot" style={{ fontSize: labelSize }}>
          {options.label}
        </span>
      )}
    </Shell>
  )
}
