/** Asks which part of a picture is meant. The picture is moved by dragging or with the arrow keys, and made larger by the wheel as well. */
import { Modal } from 'antd'
import type { PointerEvent, KeyboardEvent } from 'react'
import { useRef, useState } from 'react'
import type { Cut } from './crop.ts'
import { MAX_ZOOM, changed, rectangleOf, wholeOf } from './crop.ts'
import type { ImageTexts } from './image-texts.ts'
import './image-upload.css'

interface CropDialogProps {
  readonly picture: ImageBitmap
  readonly address: string
  readonly aspect: number
  readonly texts: ImageTexts
  readonly onDone: (cut: Cut) => void
  readonly onCancel: () => void
}

/** Pixels of the view on the screen. */
const VIEW = 280
/** Of the shown part, how much one arrow key moves. */
const STEP = 0.05
/** What one turn of the wheel adds to the zoom. */
const WHEEL = 0.1

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export default function CropDialog({ picture, address, aspect, texts, onDone, onCancel }: CropDialogProps) {
  const [cut, setCut] = useState(() => wholeOf(picture))
  const held = useRef<{ readonly x: number; readonly y: number } | undefined>(undefined)
  const shown = rectangleOf(picture, aspect, cut)
  const view = { width: aspect >= 1 ? VIEW : VIEW * aspect, height: aspect >= 1 ? VIEW / aspect : VIEW }
  const scale = view.width / shown.width

  const move = (dx: number, dy: number) => setCut((now) => changed(picture, aspect, { ...now, x: now.x + dx, y: now.y + dy }))
  const zoomTo = (next: (now: number) => number) => setCut((now) => changed(picture, aspect, { ...now, zoom: next(now.zoom) }))

  function drag(event: PointerEvent): void {
    if (!held.current) return
    move((held.current.x - event.clientX) / scale, (held.current.y - event.clientY) / scale)
    held.current = { x: event.clientX, y: event.clientY }
  }

  function press(event: KeyboardEvent): void {
    const arrow = arrows[event.key]
    if (!arrow) return
    event.preventDefault()
    // As by dragging, it is the picture that moves that way.
    move(-arrow[0] * shown.width * STEP, -arrow[1] * shown.height * STEP)
  }

  return (
    <Modal open title={texts.crop} okText={texts.apply} cancelText={texts.cancel} onOk={() => onDone(cut)} onCancel={onCancel} width={360}>
      <div className="crop">
        <div
          className="crop-view"
          style={view}
          role="group"
          tabIndex={0}
          aria-label={texts.move}
          onKeyDown={press}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            held.current = { x: event.clientX, y: event.clientY }
          }}
          onWheel={({ deltaY }) => zoomTo((now) => now - Math.sign(deltaY) * WHEEL)}
          onPointerMove={drag}
          onPointerUp={() => {
            held.current = undefined
          }}
          onPointerCancel={() => {
            held.current = undefined
          }}
        >
          <img
            src={address}
            alt={texts.preview}
            draggable={false}
            style={{
              width: picture.width * scale,
              height: picture.height * scale,
              transform: `translate(${-shown.left * scale}px, ${-shown.top * scale}px)`,
            }}
          />
        </div>
        <label className="crop-zoom">
          {texts.zoom}
          <input
            type="range"
            min={1}
            max={MAX_ZOOM}
            step={0.05}
            value={cut.zoom}
            onChange={({ target }) => zoomTo(() => Number(target.value))}
          />
        </label>
        <p className="crop-hint">{texts.move}</p>
      </div>
    </Modal>
  )
}
