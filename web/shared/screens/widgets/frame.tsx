/** Frames around groups of widgets, in six looks of our own. */
import type { WidgetProps } from '../widget-props.ts'
import { at2 } from './arcs.ts'
import { Shell } from './shell.tsx'
import { textSize, widthOf } from './value.ts'

type Look = NonNullable<WidgetProps<'frame'>['options']['look']>

interface Drawn {
  readonly d: string
  readonly as: 'line' | 'strong' | 'ground' | 'accent'
}

/** The lines of a frame. @param stroke Pixels of the display @param title How wide and how high the title is; 0 without one */
export function frameLines(
  look: Look,
  width: number,
  height: number,
  stroke: number,
  title: { readonly width: number; readonly height: number },
): Drawn[] {
  const edge = stroke / 2
  const [right, bottom] = [at2(width - edge), at2(height - edge)]
  const left = at2(edge)
  const cut = at2(Math.min(width, height, 240) * 0.08)
  const arm = at2(Math.min(width, height) * 0.14)
  const head = at2(title.height)
  const around = `M${left} ${left}L${right} ${left}L${right} ${bottom}L${left} ${bottom}Z`
  switch (look) {
    case 'plain':
      return [
        { d: around, as: 'ground' },
        { d: around, as: 'line' },
      ]
    case 'corners':
      return [
        { d: around, as: 'ground' },
        { d: around, as: 'line' },
        {
          d: `M${left} ${arm}L${left} ${left}L${arm} ${left}M${at2(width - arm)} ${left}L${right} ${left}L${right} ${arm}M${right} ${at2(height - arm)}L${right} ${bottom}L${at2(width - arm)} ${bottom}M${arm} ${bottom}L${left} ${bottom}L${left} ${at2(height - arm)}`,
          as: 'strong',
        },
      ]
    case 'line':
      return [
        { d: `M0 ${at2(head + edge)}L${at2(width)} ${at2(head + edge)}`, as: 'line' },
        { d: `M0 ${at2(head + edge)}L${at2(Math.max(arm, title.width))} ${at2(head + edge)}`, as: 'strong' },
      ]
    case 'header': {
      const slope = at2(head * 0.6)
      const tab = at2(Math.min(width, title.width + slope))
      return [
        { d: `M${left} ${head}L${right} ${head}L${right} ${bottom}L${left} ${bottom}Z`, as: 'ground' },
        { d: `M${left} ${head}L${left} ${left}L${at2(tab - slope)} ${left}L${tab} ${head}Z`, as: 'accent' },
        {
          d: `M${left} ${bottom}L${left} ${left}L${at2(tab - slope)} ${left}L${tab} ${head}L${right} ${head}L${right} ${bottom}Z`,
          as: 'line',
        },
      ]
    }
    case 'plate': {
      const shape = `M${cut} ${left}L${right} ${left}L${right} ${at2(height - cut)}L${at2(width - cut)} ${bottom}L${left} ${bottom}L${left} ${cut}Z`
      return [
        { d: shape, as: 'ground' },
        { d: shape, as: 'line' },
        {
          d: `M${left} ${at2(cut * 2)}L${left} ${cut}L${cut} ${left}L${at2(cut * 2)} ${left}M${right} ${at2(height - cut * 2)}L${right} ${at2(height - cut)}L${at2(width - cut)} ${bottom}L${at2(width - cut * 2)} ${bottom}`,
          as: 'strong',
        },
      ]
    }
    case 'bracket':
      return [
        { d: `M${arm} ${left}L${left} ${left}L${left} ${bottom}L${arm} ${bottom}`, as: 'strong' },
        { d: `M${at2(width - arm)} ${left}L${right} ${left}L${right} ${bottom}L${at2(width - arm)} ${bottom}`, as: 'strong' },
      ]
  }
}

export function FrameView(props: WidgetProps<'frame'>) {
  const { widget, options, width, height, scale } = props
  const size = textSize(widget.style?.fontSize ?? 18, scale)
  const title = options.title ?? ''
  const stroke = Math.max(1, 1.5 * scale)
  const head = title === '' ? 0 : size * 1.9
  const lines = frameLines(options.look ?? 'plain', width, height, stroke, {
    width: title === '' ? 0 : widthOf(title) * size + size * 1.6,
    height: head,
  })
  return (
    <Shell {...props} label={title} size={18}>
      <svg className="sw-svg sw-behind" width={width} height={height} aria-hidden="true">
        {lines.map(({ d, as }, at) => (
          <path key={at} d={d} className={`sw-frame-${as}`} strokeWidth={as === 'strong' ? stroke * 2 : stroke} />
        ))}
      </svg>
      {title !== '' && (
        <p className="sw-frame-title" style={{ height: head, padding: `0 ${size * 0.8}px` }}>
          {title}
        </p>
      )}
    </Shell>
  )
}
