/**
 * Chooses a picture: preview, cut, removal. It sends nothing; whoever shows it stores the file that `onChange` gives.
 *
 * What is cut is written anew by the browser, so that it is what its type says and carries no place or camera along.
 */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import { Button } from 'antd'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import type { Cut } from './crop.ts'
import { rectangleOf } from './crop.ts'
import type { ImageTexts } from './image-texts.ts'
import { toast } from './toast.ts'
import './image-upload.css'

export type { ImageTexts } from './image-texts.ts'

const CropDialog = lazy(() => import('./crop-dialog.tsx'))

interface ImageUploadProps {
  readonly id?: string
  /** The picture as it is: a file just chosen, the address of a stored one, or none. */
  readonly value: File | string | null
  readonly onChange: (file: File | null) => void
  /** Media types, such as `image/png`. */
  readonly accept: readonly string[]
  /** A file has to be smaller than this. */
  readonly maxBytes: number
  /** Width by height of the cut; without it the file is taken as it is. */
  readonly aspect?: number
  /** Pixels that the cut is made narrower to. */
  readonly maxWidth?: number
  readonly disabled?: boolean
  readonly round?: boolean
  readonly texts: ImageTexts
}

interface Opened {
  readonly file: File
  readonly picture: ImageBitmap
  readonly address: string
}

export function ImageUpload({
  id,
  value,
  onChange,
  accept,
  maxBytes,
  aspect,
  maxWidth = 1024,
  disabled = false,
  round = false,
  texts,
}: ImageUploadProps) {
  const [opened, setOpened] = useState<Opened>()
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const shown = useAddress(value)
  // Once the dialog is gone, and not before: while it is there it keeps the focus to itself.
  useEffect(() => {
    if (!opened) return
    const chooser = input.current
    return () => chooser?.focus()
  }, [opened])

  async function take(files: FileList | null): Promise<void> {
    const file = files?.[0]
    if (!file || disabled) return
    if (!accept.includes(file.type)) return toast.warning(texts.wrongType)
    if (file.size >= maxBytes) return toast.warning(texts.tooLarge)
    // Whatever its name says: what cannot be drawn is no picture.
    const picture = await createImageBitmap(file).catch(() => undefined)
    if (!picture) return toast.warning(texts.wrongType)
    if (aspect === undefined) {
      picture.close()
      return onChange(file)
    }
    setOpened({ file, picture, address: URL.createObjectURL(file) })
  }

  function close(): void {
    if (opened) URL.revokeObjectURL(opened.address)
    opened?.picture.close()
    setOpened(undefined)
  }

  async function cutOut(cut: Cut): Promise<void> {
    if (!opened || aspect === undefined) return
    const file = await draw(opened, aspect, cut, maxWidth)
    if (file) onChange(file)
    else toast.warning(texts.wrongType)
    close()
  }

  return (
    <div
      className={over ? 'image-upload over' : 'image-upload'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void take(event.dataTransfer.files)
      }}
    >
      <div className={round ? 'image-preview round' : 'image-preview'} style={{ aspectRatio: aspect ?? 'auto' }}>
        {shown === undefined ? <PictureOutlined aria-hidden="true" /> : <img src={shown} alt={texts.preview} />}
      </div>
      <div className="image-buttons">
        <label className={disabled ? 'image-choose disabled' : 'image-choose'}>
          <UploadOutlined aria-hidden="true" /> {shown === undefined ? texts.choose : texts.replace}
          <input
            ref={input}
            id={id}
            type="file"
            className="visually-hidden"
            accept={accept.join()}
            aria-disabled={disabled}
            onClick={(event) => {
              if (disabled) event.preventDefault()
            }}
            onChange={({ target }) => {
              void take(target.files)
              target.value = ''
            }}
          />
        </label>
        {shown !== undefined && (
          <Button danger disabled={disabled} icon={<DeleteOutlined aria-hidden="true" />} onClick={() => onChange(null)}>
            {texts.remove}
          </Button>
        )}
        <p className="image-hint">{texts.hint}</p>
      </div>
      {opened && aspect !== undefined && (
        <Suspense fallback={null}>
          <CropDialog
            picture={opened.picture}
            address={opened.address}
            aspect={aspect}
            texts={texts}
            onDone={(cut) => void cutOut(cut)}
            onCancel={close}
          />
        </Suspense>
      )}
    </div>
  )
}

/** An address that shows the picture, given back when another one takes its place. */
function useAddress(value: File | string | null): string | undefined {
  const [made, setMade] = useState<string>()
  useEffect(() => {
    if (!(value instanceof File)) return
    const address = URL.createObjectURL(value)
    // The address belongs to the document and has to be given back: it cannot be made while rendering.
    setMade(address) // eslint-disable-line react-hooks/set-state-in-effect -- an address of the browser, made and given back with the effect
    return () => {
      URL.revokeObjectURL(address)
      setMade(undefined)
    }
  }, [value])
  return value instanceof File ? made : value || undefined
}

async function draw({ file, picture }: Opened, aspect: number, cut: Cut, maxWidth: number): Promise<File | undefined> {
  const { left, top, width, height } = rectangleOf(picture, aspect, cut)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(Math.min(width, maxWidth)))
  canvas.height = Math.max(1, Math.round(canvas.width / aspect))
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height)
  // Of these two every browser can write; anything else becomes a PNG.
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png'
  const content = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, type, 0.9)
  })
  const name = file.name.replace(/\.[^.]*$/, '') || 'image'
  return content ? new File([content], `${name}.${type === 'image/jpeg' ? 'jpg' : 'png'}`, { type }) : undefined
}
