// The command checker reads a history of one circle and asks Porcupine whether it is linearizable: whether each call took
// effect at one moment between its invocation and its answer. A circle is one object here, so that this is strict
// serializability of whatever its calls read and write.
package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"runtime"
	"time"

	"github.com/anishathalye/porcupine"
)

type call struct {
	Client   int    `json:"client"`
	Kind     string `json:"kind"`
	Donation int    `json:"donation"`
	Called   int64  `json:"called"`
	// Zero where nobody knows whether it was done: it may take effect at any later moment, or never.
	Answered int64  `json:"answered"`
	Answer   string `json:"answer"`
	// Of a read: the state of each donation as it was shown, or a point where it was not.
	Seen string `json:"seen"`
}

type history struct {
	Donations int    `json:"donations"`
	Calls     []call `json:"calls"`
}

// A donation is asked, sent or confirmed, and its receipts were rejected so often.
type donation struct{ status, rejections byte }

const rejectionsMax = 2

func (d donation) waits() string {
	switch {
	case d.status == 'c':
		return "donation.already_confirmed"
	case d.status == 's':
		return ""
	case d.rejections > 0:
		return "donation.receipt_rejected"
	default:
		return "donation.no_receipt"
	}
}

// What a command answers, and the donation after it.
func (d donation) after(kind string) (string, donation) {
	if kind == "send" {
		if d.status == 'c' {
			return "donation.already_confirmed", d
		}
		return "done", donation{'s', d.rejections}
	}
	if refusal := d.waits(); refusal != "" {
		return refusal, d
	}
	if kind == "confirm" {
		return "done", donation{'c', d.rejections}
	}
	if d.rejections >= rejectionsMax {
		return "donation.report_decides", d
	}
	return "done", donation{'a', d.rejections + 1}
}

// The state is a string of two bytes for each donation, so that two are compared as values, and is empty behind the end.
func step(state, input, output interface{}) (bool, interface{}) {
	was, asked := state.(string), input.(call)
	if was == "" {
		return asked.Answered == 0, was
	}
	if asked.Kind == "end" {
		return true, ""
	}
	if asked.Kind == "read" {
		for index := range asked.Seen {
			if seen := asked.Seen[index]; seen != '.' && seen != was[2*index] {
				return false, was
			}
		}
		return true, was
	}
	at := 2 * asked.Donation
	answer, after := donation{was[at], was[at+1]}.after(asked.Kind)
	next := was[:at] + string([]byte{after.status, after.rejections}) + was[at+2:]
	if asked.Answered == 0 {
		// Where it would change nothing it is never done, which is cheaper to search: it stands behind the end.
		return next != was, next
	}
	return answer == output.(string), next
}

// What a search may take; a history that is hard to order takes 20 GB within its ten minutes.
const (
	patience  = 10 * time.Minute
	memoryMax = 4 << 30
)

// giveUpWhenLarge ends the search undecided before it takes the memory of whatever runs beside it.
func giveUpWhenLarge() {
	var now runtime.MemStats
	for range time.Tick(time.Second) {
		if runtime.ReadMemStats(&now); now.HeapAlloc > memoryMax {
			fmt.Println(porcupine.Unknown)
			os.Exit(0)
		}
	}
}

func main() {
	go giveUpWhenLarge()
	var told history
	if err := json.NewDecoder(os.Stdin).Decode(&told); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	begin := make([]byte, 0, 2*told.Donations)
	for i := 0; i < told.Donations; i++ {
		begin = append(begin, 'a', 0)
	}
	model := porcupine.Model{Init: func() interface{} { return string(begin) }, Step: step}
	operations := make([]porcupine.Operation, 0, len(told.Calls)+1)
	last := int64(1)
	for _, one := range told.Calls {
		end := one.Answered
		if end == 0 {
			end = math.MaxInt64
		} else if end >= last {
			last = end + 1
		}
		operations = append(operations, porcupine.Operation{
			ClientId: one.Client, Input: one, Call: one.Called, Output: one.Answer, Return: end,
		})
	}
	operations = append(operations, porcupine.Operation{Input: call{Kind: "end", Answered: last}, Call: last, Return: last})
	fmt.Println(porcupine.CheckOperationsTimeout(model, operations, patience))
}
