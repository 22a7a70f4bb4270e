export default {
  'error.device.credentials': 'The device is unknown, disabled, or its secret is wrong',
  'error.device.blocked': 'This device has failed to sign in too often. Please try again in a minute',
  'error.readings.refused': 'Nothing of this could be stored. Please look at the marked values',

  'call.queryLatestReading': 'Newest values of points',
  'call.queryReadingHistory': 'Values of a point in a range of time',
  'call.queryReadingTrend': 'Values of several points in one range of time',
  'call.queryReadingSummary': 'Lowest, highest and mean values of a point',

  'refusal.syntax': 'This is not JSON',
  'refusal.shape': 'An object of values is expected here',
  'refusal.not-a-number': '{{at}} is neither a number nor true or false',
  'refusal.timestamp': '{{at}} is not a time in milliseconds since 1970',
  'refusal.too-many': 'More than 10,000 values in one message',
  'refusal.unknown-point': 'The device has no point {{at}}',
  'refusal.clock': '{{at}}: its time is more than a day ahead',
  'refusal.too-old': '{{at}}: its time is before what is kept',
  'refusal.encoding': 'The body is not compressed as it says',
} as const
