CREATE TABLE "turn_forecasts" (
	"circle_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"told_month" text,
	"told_seq" bigint NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	"moved_from" text,
	"moved_at" timestamp with time zone,
	"causes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "turn_forecasts_circle_id_entry_id_pk" PRIMARY KEY("circle_id","entry_id")
);
--> statement-breakpoint
ALTER TABLE "turn_forecasts" ADD CONSTRAINT "turn_forecasts_circle_id_entry_id_entries_circle_id_id_fk" FOREIGN KEY ("circle_id","entry_id") REFERENCES "public"."entries"("circle_id","id") ON DELETE cascade ON UPDATE no action;