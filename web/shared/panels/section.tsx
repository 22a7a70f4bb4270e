import { Checkbox } from 'antd'
import type { ReactNode } from 'react'
import { useId } from 'react'
import './panel.css'

/** Lines of the panel that belong together. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="design-section" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}

/** What is so, or is not said. */
export function Tick({
  label,
  value,
  onChange,
}: {
  label: string
  value: boolean | undefined
  onChange: (value: true | undefined) => void
}) {
  return (
    <Checkbox className="form-tick" checked={value ?? false} onChange={({ target }) => onChange(target.checked || undefined)}>
      {label}
    </Checkbox>
  )
}
