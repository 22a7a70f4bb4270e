import UpOutlined from '@ant-design/icons/es/icons/UpOutlined'
import { useEffect, useState } from 'react'
import { scrollToTop } from './scroll.ts'
import './back-to-top.css'

/** Milliseconds on the way up (section 9 of the specification). */
const DURATION = 800
/** Pixels from which on it is a way. */
const FAR = 400

export function BackToTop({ label }: { label: string }) {
  const [far, setFar] = useState(false)
  useEffect(() => {
    const look = () => setFar(scrollY > FAR)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  if (!far) return null
  return (
    <button type="button" className="back-to-top" aria-label={label} title={label} onClick={() => scrollToTop(DURATION)}>
      <UpOutlined aria-hidden="true" />
    </button>
  )
}
