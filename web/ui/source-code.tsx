import { useMemo } from 'react'
import { tokensOf } from './highlight.ts'
import './source-code.css'

/** A source text to read. What scrolls can be reached by keyboard. */
export function SourceCode({ text, label }: { text: string; label: string }) {
  const tokens = useMemo(() => tokensOf(text), [text])
  return (
    <div className="source-code" role="region" aria-label={label} tabIndex={0}>
      <pre>
        <code translate="no">
          {tokens.map(({ kind, text: part }, at) =>
            kind === 'plain' ? (
              part
            ) : (
              <span key={at} className={`source-${kind}`}>
                {part}
              </span>
            ),
          )}
        </code>
      </pre>
    </div>
  )
}
