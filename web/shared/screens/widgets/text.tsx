/** Words: a line that may be bound, paragraphs, and words that lead somewhere. */
import { useRef } from 'react'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { DASH } from '../truth.ts'
import { namesOfSlots, usePainted } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { Shell } from './shell.tsx'
import { useStanding } from './standing.ts'
import { shownText, textSize, writtenAs } from './value.ts'

/** Where a text names the value that is bound. */
const GAP = '{}'

export function TextView(props: WidgetProps<'text'>) {
  const { widget, feed, options } = props
  const locale = localeOf[useLanguage()]
  const standing = useStanding(feed, widget, 'text')
  const line = useRef<HTMLSpanElement>(null)
  const read = () => {
    const source = widget.bind?.['text']
    if (!source) return options.text ?? ''
    if (standing.show === 'dash') return DASH
    if (standing.text !== undefined) return standing.text
    const shown = feed.read(source)
    const { digits, unit } = writtenAs(widget, 'text', shown, {})
    const text = shownText(shown, digits, locale)
    const whole = typeof shown.value === 'number' && unit !== '' && text !== DASH ? `${text} ${unit}` : text
    return options.text?.includes(GAP) ? options.text.replace(GAP, whole) : whole
  }
  usePainted(feed, namesOfSlots(widget, ['text']), () => {
    const text = read()
    if (line.current && line.current.textContent !== text) line.current.textContent = text
  })
  return (
    <Shell {...props} label={options.text} standing={standing} size={20}>
      <span ref={line} className="sw-text">
        {read()}
      </span>
    </Shell>
  )
}

export function RichTextView(props: WidgetProps<'rich-text'>) {
  const { options, widget, scale } = props
  const size = textSize(widget.style?.fontSize ?? 16, scale)
  return (
    <Shell {...props} label={options.lines.find(({ as }) => as === 'title')?.text}>
      <div className="sw-rich">
        {options.lines.map(({ text, as, bold }, at) => (
          <p
            key={at}
            className={as === undefined ? undefined : `sw-rich-${as}`}
            style={{ ...(as === 'title' ? { fontSize: size * 1.35 } : {}), ...(bold ? { fontWeight: 700 } : {}) }}
          >
            {text}
          </p>
        ))}
      </div>
    </Shell>
  )
}

/** Words that look like a link, where they lead somewhere. */
export function LinkView(props: WidgetProps<'link'>) {
  const { options, widget, open, isDesign } = props
  const t = useT()
  const text = options.text || widget.name || t('screen-widget.kind-link')
  return (
    <Shell {...props} label={text} isParted size={18}>
      {open && !isDesign && widget.action ? (
        <button type="button" className="sw-link" onClick={() => open()}>
          {text}
        </button>
      ) : (
        <span className="sw-link">{text}</span>
      )}
    </Shell>
  )
}
