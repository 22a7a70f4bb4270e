/** Finds a stop by the code on its machine: read by the camera where the browser can, or typed, as hand scanners do. */
import ScanOutlined from '@ant-design/icons/es/icons/ScanOutlined'
import { Button, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { toast } from '../../../../ui/toast.ts'

/** Of the Barcode Detection API, which no type library has yet. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
type DetectorClass = new (options: { readonly formats: readonly string[] }) => Detector
const detectorClass = (): DetectorClass | undefined => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** Milliseconds between two looks through the camera. */
const LOOK = 300

interface ScanProps {
  /** Goes to the stop of the machine. */
  readonly onCode: (code: string) => Promise<void>
}

export function Scan({ onCode }: ScanProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [isLooking, setLooking] = useState(false)
  const found = (code: string) => {
    void onCode(code)
    setTyped('')
    setLooking(false)
  }
  return (
    <div className="round-scan">
      <Input.Search
        aria-label={t('round.scan-label')}
        placeholder={t('round.scan-label')}
        value={typed}
        enterButton={t('round.go')}
        onChange={({ target }) => setTyped(target.value)}
        onSearch={(code) => code.trim() !== '' && found(code.trim())}
      />
      {detectorClass() && (
        <Button icon={<ScanOutlined aria-hidden="true" />} aria-pressed={isLooking} onClick={() => setLooking(!isLooking)}>
          {t('round.scan')}
        </Button>
      )}
      {isLooking && <Camera onFound={found} onFailed={() => setLooking(false)} />}
    </div>
  )
}

function Camera({ onFound, onFailed }: { readonly onFound: (code: string) => void; readonly onFailed: () => void }) {
  const t = useT()
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef({ onFound, onFailed })
  useEffect(() => {
    latest.current = { onFound, onFailed }
  })
  useEffect(() => {
    const Found = detectorClass()
    const element = video.current
    if (!Found || !element) return
    const detector = new Found({ formats: ['qr_code', 'code_128'] })
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setInterval> | undefined
    let isOver = false
    const stop = () => {
      isOver = true
      clearInterval(timer)
      stream?.getTracks().forEach((track) => track.stop())
    }
    const look = async () => {
      const [code] = await detector.detect(element).catch(() => [])
      if (!code || isOver) return
      stop()
      latest.current.onFound(code.rawValue)
    }
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: 'environment' } })
      .then(async (opened) => {
        stream = opened
        if (isOver) return stop()
        element.srcObject = opened
        await element.play()
        timer = setInterval(() => void look(), LOOK)
      })
      .catch(() => {
        toast.error(t('round.no-camera'))
        latest.current.onFailed()
      })
    return stop
  }, [t])
  return <video ref={video} className="round-camera" muted playsInline aria-label={t('round.scan')} />
}
