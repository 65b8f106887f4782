# Runs the examples of the section `From R` that are marked `r`, in order and in one session. The lines that begin
# with `#> ` are what the code above them prints, exactly; a line `#> …` stands for any number of lines.
# Notes and warnings are not compared. Blocks marked `r no-test` are only for reading.
#
#   Rscript tests/r/manual.R DOCUMENT

lines <- readLines(commandArgs(TRUE)[1L], encoding = "UTF-8")
library(shoal)
grDevices::pdf(NULL)
session <- new.env()

# What a piece of code prints, as at the prompt.
printed <- function(code) {
    suppressWarnings(suppressMessages(utils::capture.output(
        for (expression in parse(text = code, encoding = "UTF-8")) {
            value <- withVisible(eval(expression, session))
            if (value$visible) print(value$value)
        })))
}

# Whether the lines are as expected, with wildcards.
matches <- function(expected, given) {
    if (!length(expected)) return(!length(given))
    if (identical(expected[1L], "\u2026")) {
        for (skipped in 0:length(given))
            if (matches(expected[-1L], given[seq_along(given) > skipped])) return(TRUE)
        return(FALSE)
    }
    length(given) > 0L && trimws(given[1L], "right") == expected[1L] && matches(expected[-1L], given[-1L])
}

run_piece <- function(code, expected, line) {
    name <- paste0("manual, line ", line, ": ", code[1L])
    given <- tryCatch(printed(code), error = function(e) paste("error:", conditionMessage(e)))
    if (matches(expected, given)) return(cat("ok ", name, "\n", sep = ""))
    cat(given, sep = "\n")
    cat("not ok ", name, "\n", sep = "")
}

run_block <- function(block, first) {
    code <- character()
    i <- 1L
    while (i <= length(block)) {
        if (!startsWith(block[i], "#>")) {
            code <- c(code, block[i])
            i <- i + 1L
            if (i <= length(block)) next
        }
        expected <- character()
        while (i <= length(block) && startsWith(block[i], "#>")) {
            expected <- c(expected, sub("^#> ?", "", block[i]))
            i <- i + 1L
        }
        run_piece(code, expected, first)
        code <- character()
    }
}

section <- match("## From R", lines)
last <- c(grep("^## ", lines), length(lines) + 1L)
last <- last[last > section][1L]
starts <- grep("^```r *$", lines)
starts <- starts[starts > section & starts < last]
if (!length(starts)) cat("not ok manual: no examples\n")
for (start in starts) {
    end <- start + match(TRUE, startsWith(lines[-seq_len(start)], "```"))
    run_block(lines[(start + 1L):(end - 1L)], start)
}
