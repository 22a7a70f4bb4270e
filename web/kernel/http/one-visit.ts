/** Milliseconds for which an answer is that of one visit: what stands in two parts of a page that come one after the other is asked for once. Whoever hears that it has changed asks again at once. */
export const ONE_VISIT_MS = 2000
