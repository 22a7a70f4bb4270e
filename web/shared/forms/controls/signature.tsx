/** A signature: drawn with finger, pen or mouse, written by keyboard, or brought as a picture. It is kept as a picture. */
import { Button, Input, Segmented } from 'antd'
import type { PointerEvent } from 'react'
import { useId, useRef, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { rememberFile } from '../brought-files.ts'
import type { ControlProps } from '../control-props.ts'
import { recordOf, spokenOfGroup, textOf } from '../control-props.ts'
import { PictureOf } from '../picture-of.tsx'
import { useUploadsOf } from './use-uploads-of.ts'

/** Pixels of the picture. */
const SIZE = { width: 600, height: 200 } as const
const PEN = 3
const MAX_NAME = 64

type Way = 'draw' | 'type' | 'picture'

export default function SignatureControl(props: ControlProps) {
  const { part, id, value, onChange, sources } = props
  const t = useT()
  const own = useId()
  const { coming, bring, drop } = useUploadsOf(part.id, sources)
  const [way, setWay] = useState<Way>('draw')
  const [name, setName] = useState('')
  const [isDrawn, setDrawn] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)
  const signed = textOf(recordOf(value)['id'])
  const failure = coming.find((one) => one.failure !== undefined)
  const isBusy = coming.some((one) => one.failure === undefined)

  async function keep(file: File): Promise<void> {
    if (failure) drop(failure.key)
    const kept = await bring(file)
    if (!kept) return
    rememberFile(kept.id, file)
    onChange({ id: kept.id })
    setDrawn(false)
    setName('')
  }

  async function keepDrawing(from: HTMLCanvasElement | null): Promise<void> {
    const picture = await new Promise<Blob | null>((resolve) => (from ? from.toBlob(resolve, 'image/png') : resolve(null)))
    if (picture) await keep(new File([picture], 'signature.png', { type: 'image/png' }))
  }

  function clear(): void {
    canvas.current?.getContext('2d')?.clearRect(0, 0, SIZE.width, SIZE.height)
    setDrawn(false)
  }

  if (signed !== '')
    return (
      <div className="fill-signature" role="group" {...spokenOfGroup(props)}>
        <PictureOf file={{ id: signed }} name={t('fill.signature')} sources={sources} className="fill-signed" />
        <Button id={id} onClick={() => onChange(null)}>
          {t('fill.sign-again')}
        </Button>
      </div>
    )
  return (
    <div className="fill-signature" role="group" {...spokenOfGroup(props)}>
      <Segmented<Way>
        id={id}
        aria-label={t('fill.sign-way')}
        value={way}
        options={(['draw', 'type', 'picture'] as const).map((one) => ({ value: one, label: t(`fill.sign-${one}`) }))}
        onChange={setWay}
      />
      {way === 'draw' && (
        <>
          <Pad canvas={canvas} label={t('fill.sign-area')} onDrawn={() => setDrawn(true)} />
          <div className="fill-row">
            <Button type="primary" ghost disabled={!isDrawn} loading={isBusy} onClick={() => void keepDrawing(canvas.current)}>
              {t('fill.sign-done')}
            </Button>
            <Button disabled={!isDrawn} onClick={clear}>
              {t('fill.clear')}
            </Button>
          </div>
        </>
      )}
      {way === 'type' && (
        <div className="fill-row">
          <label htmlFor={`${own}-name`}>{t('fill.sign-name')}</label>
          <Input
            id={`${own}-name`}
            value={name}
            maxLength={MAX_NAME}
            autoComplete="name"
            onChange={({ target }) => setName(target.value)}
          />
          <Button
            type="primary"
            ghost
            disabled={name.trim() === ''}
            loading={isBusy}
            onClick={() => void keepDrawing(written(name.trim()))}
          >
            {t('fill.sign-done')}
          </Button>
        </div>
      )}
      {way === 'picture' && (
        <label className="fill-choose">
          {t('fill.sign-choose')}
          <input
            type="file"
            className="visually-hidden"
            accept="image/png,image/jpeg"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void keep(file)
              target.value = ''
            }}
          />
        </label>
      )}
      {failure && (
        <p className="fill-fault" role="alert">
          {failure.failure}
        </p>
      )}
    </div>
  )
}

interface PadProps {
  readonly canvas: { current: HTMLCanvasElement | null }
  readonly label: string
  readonly onDrawn: () => void
}

/** Where somebody draws. On paper ink is dark, whatever the theme. */
function Pad({ canvas, label, onDrawn }: PadProps) {
  const last = useRef<{ x: number; y: number }>(undefined)
  const placeOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    return { x: ((clientX - left) / width) * SIZE.width, y: ((clientY - top) / height) * SIZE.height }
  }
  function draw(event: PointerEvent<HTMLCanvasElement>): void {
    const pen = event.currentTarget.getContext('2d')
    const from = last.current
    if (!pen || !from) return
    const to = placeOf(event)
    pen.lineWidth = PEN
    pen.lineCap = 'round'
    pen.strokeStyle = '#10233f'
    pen.beginPath()
    pen.moveTo(from.x, from.y)
    pen.lineTo(to.x, to.y)
    pen.stroke()
    last.current = to
    onDrawn()
  }
  return (
    <canvas
      ref={canvas}
      className="fill-pad"
      width={SIZE.width}
      height={SIZE.height}
      role="img"
      aria-label={label}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        last.current = placeOf(event)
        draw(event)
      }}
      onPointerMove={draw}
      onPointerUp={() => {
        last.current = undefined
      }}
      onPointerCancel={() => {
        last.current = undefined
      }}
    />
  )
}

/** A name as a picture of handwriting, as far as the browser has such a hand. */
function written(name: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = SIZE.width
  canvas.height = SIZE.height
  const pen = canvas.getContext('2d')
  if (!pen) return canvas
  pen.fillStyle = '#10233f'
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  let size = 96
  do pen.font = `italic ${(size -= 8)}px "Segoe Script", "Snell Roundhand", "KaiTi", "Kaiti SC", cursive`
  while (size > 24 && pen.measureText(name).width > SIZE.width - 40)
  pen.fillText(name, SIZE.width / 2, SIZE.height / 2)
  return canvas
}
