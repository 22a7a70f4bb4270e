/** A mast that sends: the sign of the product. Its colour is the text colour around it. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg className="logo" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--primary)" />
      <g stroke="#fff" strokeLinecap="round" fill="none">
        <path d="M16 13.2v12.3M11.6 25.5h8.8" strokeWidth="2.4" />
        <path d="M10.7 15.6a6.8 6.8 0 0 1 0-9.2M21.3 6.4a6.8 6.8 0 0 1 0 9.2" strokeWidth="2.1" />
      </g>
      <circle cx="16" cy="11" r="2.5" fill="#fff" />
    </svg>
  )
}
