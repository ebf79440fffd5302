import { useEffect, useRef, useState } from 'react';

const delayMs = 200;

/** The text of a search field. It follows `value`; what the user types is passed to `onChange` after a short delay, or at once by `flush`. */
export function useDebouncedInput(value: string, onChange: (value: string) => void) {
  const [input, setInput] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A space at the end, before the next word, stays while the user types.
  useEffect(() => setInput((before) => (before.trim() === value ? before : value)), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the delay.
  useEffect(() => {
    if (input === value) return;
    timer.current = setTimeout(() => onChange(input), delayMs);
    return () => clearTimeout(timer.current);
  }, [input]);
  const flush = () => {
    clearTimeout(timer.current);
    if (input !== value) onChange(input);
  };
  return { input, setInput, flush };
}
