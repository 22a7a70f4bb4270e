/** What a QR code or a barcode says: typed, by a scanner that types, or by the camera where the browser can read codes. */
import { Button, Input } from 'antd'
import { Suspense, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import type { ControlProps } from '../control-props.ts'
import { spoken, textOf } from '../control-props.ts'
import { canScan } from './can-scan.ts'

const Scanner = lazyWithPreload(() => import('./scanner.tsx'))

const MAX = 512

export function CodeControl(props: ControlProps) {
  const { part, id, value, onChange } = props
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="fill-code">
      <Input
        id={id}
        {...spoken(props)}
        value={textOf(value)}
        maxLength={part.maxLength ?? MAX}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
        // A scanner that types ends with Enter, which is not to send the form.
        onPressEnter={(event) => event.preventDefault()}
      />
      {canScan() && (
        <Button onClick={() => setOpen(true)} onPointerEnter={() => void Scanner.preload()}>
          {t('fill.scan')}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <Scanner
            onFound={(text) => {
              onChange(text)
              setOpen(false)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
