type ConfidenceLevel = 'high' | 'medium' | 'low' | 'none';

/** A word for a confidence. A lead needs `medium`, unless the operator has set another threshold. */
export function confidenceLevel(confidence: number): ConfidenceLevel {
  if (confidence >= 0.8) return 'high';
  if (confidence >= 0.5) return 'medium';
  return confidence > 0 ? 'low' : 'none';
}
