/** What lies above the widgets: guides, the box around what is chosen with its handles, the lines that something snaps to, and the box that chooses. */
import type { PointerEvent } from 'react'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { freeOf } from '../state/edits.ts'
import { around } from '../state/rects.ts'
import { HANDLES } from '../state/resize.ts'
import type { Handle } from '../state/resize.ts'
import { useChosen, useDesignState, usePage, useView } from '../store.ts'
import { boxStyle } from './geometry.ts'

interface OverlayProps {
  readonly scale: number
  readonly onHandle: (event: PointerEvent, handle: Handle) => void
  readonly onGuide: (event: PointerEvent, along: 'x' | 'y', at: number) => void
}

export function Overlay({ scale, onHandle, onGuide }: OverlayProps) {
  const t = useT()
  const page = usePage()
  const chosen = useChosen()
  const ids = useDesignState((state) => state.chosen)
  const guides = useView(({ aids }) => aids)
  const free = freeOf(page, ids)
  // What can be moved is what the handles are for; what cannot has a box of its own all the same.
  const box = around((free.length > 0 ? free : chosen).map(({ rect }) => rect))
  return (
    <>
      {(['x', 'y'] as const).map((along) =>
        guides[along].map((at) => (
          <div
            key={`${along} ${at}`}
            className={`screen-guide screen-guide-${along}`}
            style={{ [along === 'x' ? 'left' : 'top']: at * scale }}
            title={t('screen-design.guide-at', { at })}
            onPointerDown={(event) => onGuide(event, along, at)}
          />
        )),
      )}
      <div data-part="line-x" className="screen-line screen-line-x" hidden />
      <div data-part="line-y" className="screen-line screen-line-y" hidden />
      {box && (
        <div data-part="chosen" className={`screen-chosen${free.length === 0 ? ' screen-chosen-locked' : ''}`} style={boxStyle(box, scale)}>
          <span data-part="size" className="screen-chosen-size">
            {t('screen-design.box', { x: box[0], y: box[1], width: box[2], height: box[3] })}
          </span>
          {free.length > 0 &&
            HANDLES.map((handle) => (
              <span
                key={handle}
                data-handle={handle}
                className={`screen-handle screen-handle-${handle}`}
                onPointerDown={(event) => onHandle(event, handle)}
              />
            ))}
        </div>
      )}
      <div data-part="box" className="screen-choosing" hidden />
    </>
  )
}
