/** How a control says that it has to be filled in, or that its value was refused. */
export interface Marked {
  readonly 'aria-required'?: boolean
  readonly 'aria-invalid'?: boolean
  readonly status?: 'error'
}
