/** The picture of the camera, looked at until a code is in it. Nothing of it leaves the browser. */
import { Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { newDetector } from './can-scan.ts'

const EVERY_MS = 200

interface ScannerProps {
  readonly onFound: (text: string) => void
  readonly onClose: () => void
}

export default function Scanner({ onFound, onClose }: ScannerProps) {
  const t = useT()
  const video = useRef<HTMLVideoElement>(null)
  const [failed, setFailed] = useState(false)
  const found = useRef(onFound)
  useEffect(() => {
    found.current = onFound
  })

  useEffect(() => {
    const detector = newDetector()
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    async function look(): Promise<void> {
      const element = video.current
      if (isOver || !element) return
      const [code] = element.readyState >= 2 && detector ? await detector.detect(element).catch(() => []) : []
      // It may have been closed meanwhile.
      if (!(isOver as boolean) && code) return found.current(code.rawValue)
      timer = setTimeout(() => void look(), EVERY_MS)
    }
    async function begin(): Promise<void> {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
        if (isOver || !video.current) return stream.getTracks().forEach((track) => track.stop())
        video.current.srcObject = stream
        await video.current.play()
        void look()
      } catch {
        if (!isOver) setFailed(true)
      }
    }
    void begin()
    return () => {
      isOver = true
      clearTimeout(timer)
      stream?.getTracks().forEach((track) => track.stop())
    }
  }, [])

  return (
    <Modal open title={t('fill.scan')} footer={null} onCancel={onClose} width={480}>
      <p role={failed ? 'alert' : undefined}>{t(failed ? 'fill.scan-failed' : 'fill.scan-hint')}</p>
      {!failed && <video ref={video} className="fill-video" muted playsInline />}
    </Modal>
  )
}
